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
if (typeof document !== 'undefined') {
  document.addEventListener('turbo:visit', (event) => {
    lastVisit = (event as CustomEvent<{ action?: string }>).detail.action;
  });
}

export function cameBack(): boolean {
  if (lastVisit !== undefined) return lastVisit === 'restore';
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}
