const ROWS = '[data-row]';

const isNear = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -innerHeight && top < 2 * innerHeight;
};

// Table rows ignore min-height but treat height as a minimum.
const propertyOf = (row: HTMLElement) =>
  getComputedStyle(row).display === 'table-row' ? 'height' : 'minHeight';

export function keepHeights(region: HTMLElement) {
  const rows = [...region.querySelectorAll<HTMLElement>(ROWS)].filter(isNear);
  // Not offsetHeight: its rounding would add up over the rows.
  const heights = rows.map((row) => row.getBoundingClientRect().height);
  rows.forEach((row, index) => {
    row.style[propertyOf(row)] = `${heights[index]}px`;
  });
}

export function freeHeights(region: HTMLElement) {
  for (const row of region.querySelectorAll<HTMLElement>(ROWS)) {
    row.style.height = '';
    row.style.minHeight = '';
  }
}

export interface Anchor {
  element: Element;
  row: Element | null;
  top: number;
  rowTop: number;
}

const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;

export function anchorIn(region: HTMLElement): Anchor | null {
  const hovered = [...region.querySelectorAll(':hover')].at(-1);
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const element = hovered ?? focused;
  if (!element || element.closest('dialog')) return null;
  const row = element.closest(ROWS);
  return { element, row, top: topOf(element), rowTop: topOf(row) };
}

export function holdAnchor({ element, row, top, rowTop }: Anchor) {
  const moved = element.isConnected ? topOf(element) - top : row?.isConnected ? topOf(row) - rowTop : 0;
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
}

export function disableButtons(region: HTMLElement, keys: readonly string[], ms: number): () => void {
  const buttons = keys
    .flatMap((key) => [...(rowElement(region, key)?.querySelectorAll('button:not([aria-disabled])') ?? [])])
    .filter((button) => !button.closest('dialog'));
  for (const button of buttons) button.setAttribute('aria-disabled', 'true');
  const enable = () => {
    for (const button of buttons) button.removeAttribute('aria-disabled');
  };
  const timer = setTimeout(enable, ms);
  return () => {
    clearTimeout(timer);
    enable();
  };
}

export const rowElement = (region: HTMLElement | null, key: string) =>
  region?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;

export function focusRow(row: HTMLElement, options?: FocusOptions) {
  const heading = row.querySelector<HTMLElement>('h3[tabindex]');
  if (!heading) row.tabIndex = -1;
  (heading ?? row).focus(options);
}
