import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, anchorIn, disableButtons, freeHeights, holdAnchor, keepHeights } from './steady-layout';
import { INERT_MS, isInert, type SteadyList } from './steady-list';

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
