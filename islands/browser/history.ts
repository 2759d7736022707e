/** Adds a history entry through Turbo, which could not restore it otherwise. */
export async function pushAddress(path: string) {
  const { navigator } = await import('@hotwired/turbo');
  navigator.history.push(new URL(path, location.origin));
}

export const historyEntry = (): string | null => {
  const { turbo } = (history.state ?? {}) as { turbo?: { restorationIndex?: number } };
  return `${turbo?.restorationIndex ?? 0} ${location.pathname}${location.search}`;
};

export const currentPath = () => location.pathname + location.search;

let lastVisit: string | undefined;
let shownPath: string | undefined;
let pathBefore: string | undefined;
if (typeof document !== 'undefined') {
  shownPath = location.pathname;
  document.addEventListener('turbo:visit', (event) => {
    const { action, url } = (event as CustomEvent<{ action?: string; url: string }>).detail;
    lastVisit = action;
    pathBefore = shownPath;
    shownPath = new URL(url).pathname;
  });
}

/** The path of the page before this one; undefined after a reload. */
export const previousPath = () => pathBefore;

export function cameBack(): boolean {
  if (lastVisit !== undefined) return lastVisit === 'restore';
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}
