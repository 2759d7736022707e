import { useEffect, useRef } from 'react';

/** Imports Turbo late, because it needs a document. */
export function visit(path: string, { action = 'advance' }: { action?: 'advance' | 'replace' } = {}) {
  const turbo = (window as { Turbo?: { visit(path: string, options: object): void } }).Turbo;
  if (turbo) turbo.visit(path, { action });
  else window.location.assign(path);
}

const isLoopback = ({ hostname }: { hostname: string }) =>
  /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** The sandbox is opened under the page's host name: cookies of 127.0.0.1 are not sent to localhost. */
export function leaveFor(address: string) {
  const to = new URL(address);
  const isHere = isLoopback(to) && isLoopback(location) && to.port === location.port;
  location.assign(isHere ? to.pathname + to.search : address);
}

export const pathParts = () => window.location.pathname.split('/').filter(Boolean);
export const pathQuery = () => Object.fromEntries(new URLSearchParams(window.location.search));

const QUESTION = 'Leave without saving your changes?';

/** Warns before leaving a page with unsaved changes. */
export function useUnsaved(changed: boolean) {
  const now = useRef(changed);
  now.current = changed;
  useEffect(() => {
    const closing = (event: BeforeUnloadEvent) => {
      if (now.current) event.preventDefault();
    };
    const visiting = (event: Event) => {
      if (now.current && !window.confirm(QUESTION)) event.preventDefault();
    };
    window.addEventListener('beforeunload', closing);
    document.addEventListener('turbo:before-visit', visiting);
    return () => {
      window.removeEventListener('beforeunload', closing);
      document.removeEventListener('turbo:before-visit', visiting);
    };
  }, []);
  return () => {
    now.current = false;
  };
}
