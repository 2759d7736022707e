/** Goes to a page of ours by Turbo, which needs a document to be imported, so it is asked for at call time. */
export function visit(path: string, { action = 'advance' }: { action?: 'advance' | 'replace' } = {}) {
  const turbo = (window as { Turbo?: { visit(path: string, options: object): void } }).Turbo;
  if (turbo) turbo.visit(path, { action });
  else window.location.assign(path);
}
