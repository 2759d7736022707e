import { type RefObject, useEffect, useRef } from 'react';

interface Place {
  /** Of the row among its neighbours. */
  index: number;
  row: Element;
}

const CONTROLS = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

const controlIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>(CONTROLS);

/**
 * Acting upon a row often takes the pressed button away: the focus then stays with the row, or where that is gone with
 * the one in its place, instead of falling back to the top of the page. `list` holds the rows as its `rows` elements.
 */
export function useFocusRestore(list: RefObject<HTMLElement | null>, rows = 'tbody > tr') {
  const place = useRef<Place | null>(null);

  useEffect(() => {
    const seen = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      const row = list.current?.contains(target) ? target.closest(rows) : null;
      const all = row && list.current ? [...list.current.querySelectorAll(rows)] : [];
      place.current = row ? { row, index: all.indexOf(row) } : null;
    };
    // Who clicks beside everything lets go of the focus.
    const letGo = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(`${CONTROLS}, label, dialog`)) place.current = null;
    };
    document.addEventListener('focusin', seen);
    document.addEventListener('pointerdown', letGo);
    return () => {
      document.removeEventListener('focusin', seen);
      document.removeEventListener('pointerdown', letGo);
    };
  }, [list, rows]);

  // After every render: what had the focus may be gone.
  useEffect(() => {
    const { activeElement } = document;
    if (!place.current || (activeElement && activeElement !== document.body)) return;
    const { row, index } = place.current;
    const all = [...(list.current?.querySelectorAll(rows) ?? [])];
    const nearest = row.isConnected ? row : (all[index] ?? all.at(-1));
    const target = controlIn(nearest) ?? controlIn(list.current) ?? document.getElementById('main');
    target?.focus({ preventScroll: row.isConnected });
  });
}
