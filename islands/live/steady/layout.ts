import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ROWS, rowElement } from './focus';
import { INERT_MS, isInert, type SteadyList } from './rows';

export const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Keeps heights and scroll position while the list is held, and disables buttons of rows that moved. */
export function useListLayout<Item>(region: RefObject<HTMLElement | null>, list: SteadyList<Item>) {
  const [hasKeptHeights, setKeptHeights] = useState(false);
  const anchor = useRef<Anchor | null>(null);

  const prepare = useCallback(
    (isHeld: boolean) => {
      const element = region.current;
      if (element && isHeld) {
        keepHeights(element);
        anchor.current = anchorIn(element);
      } else if (element) freeHeights(element);
      setKeptHeights(isHeld);
    },
    [region],
  );

  useIsomorphicLayoutEffect(() => {
    if (anchor.current) holdAnchor(anchor.current);
    anchor.current = null;
    const now = performance.now();
    const inert = list.rows.filter(({ key }) => isInert(list, key, now)).map(({ key }) => key);
    if (region.current && inert.length > 0) return disableButtons(region.current, inert, INERT_MS);
  }, [list, region]);

  useEffect(() => {
    const onResize = () => region.current && freeHeights(region.current);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [region]);

  return { hasKeptHeights, prepare };
}

const isNear = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -innerHeight && top < 2 * innerHeight;
};

// Table rows ignore min-height but treat height as a minimum.
const propertyOf = (row: HTMLElement) =>
  getComputedStyle(row).display === 'table-row' ? 'height' : 'minHeight';

function keepHeights(region: HTMLElement) {
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

interface Anchor {
  element: Element;
  row: Element | null;
  top: number;
  rowTop: number;
}

const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;

function anchorIn(region: HTMLElement): Anchor | null {
  const hovered = [...region.querySelectorAll(':hover')].at(-1);
  const focused = region.contains(document.activeElement) ? document.activeElement : null;
  const element = hovered ?? focused;
  if (!element || element.closest('dialog')) return null;
  const row = element.closest(ROWS);
  return { element, row, top: topOf(element), rowTop: topOf(row) };
}

function holdAnchor({ element, row, top, rowTop }: Anchor) {
  const moved = element.isConnected ? topOf(element) - top : row?.isConnected ? topOf(row) - rowTop : 0;
  if (Math.abs(moved) >= 1) scrollerOf(row ?? element).scrollBy({ top: moved, behavior: 'instant' });
}

/** The list may scroll by itself. */
function scrollerOf(element: Element): Element | Window {
  const isScroller = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowY);
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
    if (isScroller(at)) return at;
  return window;
}

function disableButtons(region: HTMLElement, keys: readonly string[], ms: number): () => void {
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
