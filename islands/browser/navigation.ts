/** Goes to a page of ours by Turbo, which needs a document to be imported, so it is asked for at call time. */
export function visit(path: string, { action = 'advance' }: { action?: 'advance' | 'replace' } = {}) {
  const turbo = (window as { Turbo?: { visit(path: string, options: object): void } }).Turbo;
  if (turbo) turbo.visit(path, { action });
  else window.location.assign(path);
}

const isLoopback = ({ hostname }: { hostname: string }) =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * To the payment provider's page. The demo's own is on this very machine: it is opened under the name that this page
 * has, since the cookies of 127.0.0.1 are not those of localhost.
 */
export function leaveFor(address: string) {
  const to = new URL(address);
  const isHere = isLoopback(to) && isLoopback(location) && to.port === location.port;
  location.assign(isHere ? to.pathname + to.search : address);
}
