/**
 * The address of what an island shows now, as an entry of its own: Back leads to the one before. It goes through
 * Turbo, which otherwise would not know that entry when somebody comes back to it.
 */
export async function pushAddress(path: string) {
  const { navigator } = await import('@hotwired/turbo');
  navigator.history.push(new URL(path, location.origin));
}

/** What tells this entry of the history from the others. Survives a reload; null outside of a browser. */
export const historyEntry = (): string | null => {
  const { turbo } = (history.state ?? {}) as { turbo?: { restorationIndex?: number } };
  return `${turbo?.restorationIndex ?? 0} ${location.pathname}${location.search}`;
};

export const currentPath = () => location.pathname + location.search;

let lastVisit: string | undefined;
if (typeof document !== 'undefined') {
  document.addEventListener('turbo:visit', (event) => {
    lastVisit = (event as CustomEvent<{ action?: string }>).detail.action;
  });
}

/** Whether this page was come back to (Back, Forward, reload), and not gone to. */
export function cameBack(): boolean {
  if (lastVisit !== undefined) return lastVisit === 'restore';
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}
