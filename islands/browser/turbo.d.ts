declare module '@hotwired/turbo' {
  export const config: { forms: { mode: 'on' | 'off' | 'optin' } };
  export function visit(location: string, options?: { action?: 'advance' | 'replace' }): void;
  export const cache: { clear(): void };
  export const session: { streamMessageRenderer: { render(message: { fragment: DocumentFragment }): void } };
  export const navigator: { history: { push(location: URL): void; replace(location: URL): void } };
}

declare module '@hotwired/turbo-rails' {
  import type { Consumer } from '@rails/actioncable';

  export const cable: { getConsumer(): Promise<Consumer> };
}
