import { type RefObject, useEffect, useRef } from 'react';

export const ROWS = '[data-row]';

export const rowElement = (region: HTMLElement | null, key: string) =>
  region?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;

function focusRow(row: HTMLElement, options?: FocusOptions) {
  const heading = row.querySelector<HTMLElement>('h3[tabindex]');
  if (!heading) row.tabIndex = -1;
  (heading ?? row).focus(options);
}

export type FocusTarget = string | true | null;

export function useFocusInside(region: RefObject<HTMLElement | null>, goTo: RefObject<FocusTarget>) {
  const focusedRow = useRef<string | null>(null);
  // Also outside of rows, such as at a group's button, which leaves with its rows.
  const isInside = useRef(false);
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      const inside = target instanceof Element && region.current?.contains(target) ? target : null;
      isInside.current = inside !== null;
      focusedRow.current = inside?.closest<HTMLElement>('[data-row]')?.dataset.row || null;
    };
    const letGo = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || region.current?.contains(target)) return;
      isInside.current = false;
      focusedRow.current = null;
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', letGo);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [region]);

  useEffect(() => {
    const wanted = goTo.current;
    const { activeElement: at, body } = document;
    const isLost = isInside.current && (!at || at === body || at.matches('.left :disabled'));
    if (wanted === null && !isLost) return;
    goTo.current = null;
    const key = wanted ?? focusedRow.current;
    const row = typeof key === 'string' ? rowElement(region.current, key) : null;
    if (row) focusRow(row, { preventScroll: wanted === null });
    else region.current?.focus({ preventScroll: true });
  });
}
