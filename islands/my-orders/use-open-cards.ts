import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cameBack } from '../browser/history';
import { takeNewOrder } from '../browser/new-order';
import { rowElement } from '../live/steady/focus';
import type { Steady } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import { isActedOn, YOUR_PAYMENT } from './groups';
import type { OrderItem } from './order-rows';

const MAX_OPEN_AT_FIRST = 3;

type Rows = readonly Pick<SteadyRow<OrderItem>, 'key' | 'place'>[];

/** A linked order alone; otherwise up to three orders, and of more only a first one that needs the viewer. */
function openAtFirst(rows: Rows, linked: string | null): string[] {
  if (linked !== null && rows.some(({ key }) => key === linked)) return [linked];
  if (rows.length <= MAX_OPEN_AT_FIRST) return rows.map(({ key }) => key);
  const [first] = rows;
  return first && (first.place === YOUR_PAYMENT || isActedOn(first.place)) ? [first.key] : [];
}

function rememberInAddress(order: string | null) {
  const address = new URL(location.href);
  if (order === null) address.searchParams.delete('order');
  else address.searchParams.set('order', order);
  history.replaceState(history.state, '', address);
}

/** Which cards are open; the last one opened is in the address. `isPaid`: the buyer comes back from paying the linked one. */
export function useOpenCards(
  { rows, region }: Steady<OrderItem>,
  { linked, isPaid }: { linked: string | null; isPaid: boolean },
) {
  const [open, setOpen] = useState<ReadonlySet<string> | null>(() =>
    rows.length > 0 ? new Set(openAtFirst(rows, linked)) : null,
  );
  if (open === null && rows.length > 0) setOpen(new Set(openAtFirst(rows, linked)));

  const [fresh, setFresh] = useState<string | null>(null);
  // Only the browser knows it: the first rendering is the server's.
  useLayoutEffect(() => {
    const id = takeNewOrder();
    if (id === null) return;
    setFresh(String(id));
    setOpen(new Set([String(id)]));
  }, []);

  const isShown = useRef(false);
  const shown = linked ?? fresh;
  useEffect(() => {
    if (shown === null || isShown.current || rows.length === 0) return;
    isShown.current = true;
    // A paid order is at the top, below the panel that confirms its payment.
    if (!isPaid && !cameBack()) rowElement(region.current, shown)?.scrollIntoView({ block: 'center' });
  }, [shown, isPaid, rows, region]);

  function toggle(key: string) {
    const next = new Set(open);
    const opens = !next.delete(key);
    if (opens) next.add(key);
    // Heights kept while the list is in use would outlast the card's content.
    const row = rowElement(region.current, key);
    if (row) row.style.minHeight = '';
    setOpen(next);
    rememberInAddress(opens ? key : null);
  }

  return { isOpen: (key: string) => open?.has(key) === true, toggle };
}
