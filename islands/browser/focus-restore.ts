import { type RefObject, useEffect, useRef } from 'react';

interface Place {
  index: number;
  row: Element;
}

const CONTROLS = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

const controlIn = (element: Element | null | undefined) => element?.querySelector<HTMLElement>(CONTROLS);

/** Keeps the focus in the list when an action removes the pressed button: on its row or that row's successor. */
export function useFocusRestore(list: RefObject<HTMLElement | null>, rows = 'tbody > tr') {
  const place = useRef<Place | null>(null);

  useEffect(() => {
    const seen = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      const row = list.current?.contains(target) ? target.closest(rows) : null;
      const all = row && list.current ? [...list.current.querySelectorAll(rows)] : [];
      place.current = row ? { row, index: all.indexOf(row) } : null;
    };
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
