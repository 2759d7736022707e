import { type Coalesced, coalesce } from './coalesce';

export interface ConsumerLike {
  connect(): unknown;
  /** Whether the messages that the subscription missed follow. */
  isCatchingUp?(identifier: string): boolean;
  readonly connection: { isActive(): boolean };
  readonly subscriptions: {
    create(
      channel: string | { readonly channel: string },
      callbacks: { connected(): void; disconnected(): void; rejected(): void; received(): void },
    ): { unsubscribe(): unknown };
  };
}

/** Keeps the subscription during a visit: the next page usually needs it, too. */
const LINGER_MS = 5_000;

/** As the stock client makes it. */
export const identifierOf = (channel: string) => JSON.stringify({ channel });

export class SharedChannel {
  readonly #name: string;
  readonly #consumer: () => Promise<ConsumerLike>;
  readonly #listeners = new Set<Coalesced>();
  #subscription: { unsubscribe(): unknown } | null = null;
  #subscribing: Promise<void> | null = null;
  #lingering: ReturnType<typeof setTimeout> | undefined;
  #receivedSinceVisit = false;

  constructor(name: string, consumer: () => Promise<ConsumerLike>) {
    this.#name = name;
    this.#consumer = consumer;
  }

  listen(onMessage: () => unknown): () => void {
    const listener = coalesce(onMessage);
    this.#listeners.add(listener);
    clearTimeout(this.#lingering);
    // A message since the visit began may be newer than the rendered page.
    if (this.#receivedSinceVisit) listener.ask();
    this.#subscribing ??= this.#subscribe();
    return () => {
      listener.cancel();
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#lingering = setTimeout(() => this.#leave(), LINGER_MS);
    };
  }

  get hasListeners() {
    return this.#listeners.size > 0;
  }

  visit() {
    this.#receivedSinceVisit = false;
  }

  async #subscribe() {
    try {
      const consumer = await this.#consumer();
      if (!this.hasListeners) return;
      if (!this.#subscription)
        this.#subscription = consumer.subscriptions.create(this.#name, {
          connected: () => {
            if (!consumer.isCatchingUp?.(identifierOf(this.#name))) this.refetch();
          },
          disconnected: () => undefined,
          rejected: () => this.#forget(),
          received: () => this.#receive(),
        });
      else if (!consumer.connection.isActive()) consumer.connect();
    } finally {
      this.#subscribing = null;
    }
  }

  #receive() {
    this.#receivedSinceVisit = true;
    this.refetch();
  }

  refetch() {
    for (const listener of this.#listeners) listener.ask();
  }

  #forget() {
    this.#subscription = null;
  }

  #leave() {
    this.#subscription?.unsubscribe();
    this.#forget();
  }
}
