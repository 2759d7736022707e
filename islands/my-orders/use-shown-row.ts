import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cameBack, previousPath } from '../browser/history';
import { takeNewOrder } from '../browser/new-order';
import { rowElement } from '../live/steady/focus';
import type { Steady } from '../live/steady/list';

/** The order that an offer has just become. */
export function useNewOrder(): string | null {
  const [key, setKey] = useState<string | null>(null);
  // Only the browser knows it: the first rendering is the server's.
  useLayoutEffect(() => {
    const id = takeNewOrder();
    if (id !== null) setKey(String(id));
  }, []);
  return key;
}

/** Scrolls once to a row that is not in view. */
export function useShownRow(
  { rows, region }: Pick<Steady<unknown>, 'rows' | 'region'>,
  wanted: string | null,
) {
  const shown = useRef<string | null>(null);
  const key = rows.some((row) => row.key === wanted) ? wanted : null;
  useEffect(() => {
    const row = key === null || key === shown.current ? null : rowElement(region.current, key);
    if (!row) return;
    shown.current = key;
    const { top, bottom } = row.getBoundingClientRect();
    if (!cameBack() && (top < 0 || bottom > innerHeight)) row.scrollIntoView({ block: 'center' });
  }, [key, region]);
}

/** Focuses the row of the order whose page was left for the list: Turbo leaves the focus on the body. */
export function useReturnFocus(region: Steady<unknown>['region']) {
  useEffect(() => {
    const [, id] = /^\/my_orders\/(\d+)$/.exec(previousPath() ?? '') ?? [];
    if (!id || document.activeElement !== document.body) return;
    const link = rowElement(region.current, id)?.querySelector<HTMLElement>('h3 a');
    link?.focus({ preventScroll: cameBack() });
  }, [region]);
}
