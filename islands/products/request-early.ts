import type { PointerEvent } from 'react';

/** After a longer press the page may be out of date. */
const MAX_PRESS_MS = 1_000;

type BeforeFetch = CustomEvent<{
  url: URL;
  fetchOptions: { signal: AbortSignal };
  fetchRequest?: { response: Promise<Response> };
}>;

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A finger also presses to scroll, and other buttons and keys open the page elsewhere. */
const isStartOfClick = ({ pointerType, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) =>
  pointerType === 'mouse' && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Requests a link's page when the mouse button goes down. Turbo's visit, on release, takes the response. */
export function requestEarly(event: PointerEvent<HTMLAnchorElement>) {
  const { href } = event.currentTarget;
  if (!isStartOfClick(event) || savesData()) return;
  const request = new AbortController();
  const response = fetch(href, {
    headers: { Accept: 'text/html, application/xhtml+xml', 'X-Sec-Purpose': 'prefetch' },
    signal: request.signal,
  });
  // The visit reports failures; without one they don't matter.
  response.catch(() => undefined);
  const unused = setTimeout(() => {
    forget();
    request.abort();
  }, MAX_PRESS_MS);
  const forget = () => document.removeEventListener('turbo:before-fetch-request', give);
  function give(fetching: Event) {
    const { detail } = fetching as BeforeFetch;
    if (detail.url.href !== href) return;
    clearTimeout(unused);
    forget();
    detail.fetchRequest = { response };
    // Otherwise Turbo would show the page of a visit that another one has replaced.
    detail.fetchOptions.signal.addEventListener('abort', () => request.abort());
  }
  document.addEventListener('turbo:before-fetch-request', give);
}
