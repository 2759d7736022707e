import { clsx } from 'clsx';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { productAddress } from '../../server/products/contract';
import { notify } from '../browser/alerts';
import { useAct } from '../browser/use-act';
import { Button, IconButton } from '../ui/button';
import type { Removal } from './use-removals';

const UNDO_MS = 10_000;
const TICK_MS = 200;

export interface UndoContext {
  run: (act: () => Promise<unknown>) => Promise<unknown>;
  onForget: (removal: Removal) => void;
}

interface Props extends UndoContext {
  removal: Removal;
}

/** Undo in the place of a line that was deleted or saved for later. */
export function RemovedLine({ removal, run, onForget }: Props) {
  const { busy, run: act } = useAct();
  const bar = useRef<HTMLLIElement>(null);
  const textId = useId();
  useFocusOnArrival(bar);
  const isOver = useUndoTime(bar, () => !busy && onForget(removal));
  const { product } = removal.line.attributes;
  async function undo() {
    await act(() =>
      run(async () => {
        for (const failure of await removal.undo()) notify('error', failure);
        onForget(removal);
      }),
    );
    requestAnimationFrame(() => focusLineOf(productAddress(product)));
  }
  function dismiss() {
    const next = bar.current?.nextElementSibling ?? bar.current?.previousElementSibling;
    onForget(removal);
    requestAnimationFrame(() => focusRow(next));
  }
  return (
    <li ref={bar} className={clsx('cart-removed', isOver && !busy && 'over')}>
      <p id={textId} role="status">
        {removal.text}
      </p>
      <Button size="small" icon="undo" busy={busy} aria-describedby={textId} onClick={undo}>
        Undo
      </Button>
      <IconButton icon="close" size="small" label={`Dismiss ${product.name}`} onClick={dismiss} />
    </li>
  );
}

/**
 * Counts down while the bar is neither under the pointer nor focused by keyboard. Afterwards the bar is over, but
 * keeps its height until the pointer has left the list.
 */
function useUndoTime(bar: RefObject<HTMLElement | null>, onOver: () => void): boolean {
  const [isOver, setOver] = useState(false);
  const remaining = useRef(UNDO_MS);
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const timer = setInterval(() => {
      const element = bar.current;
      if (!element || element.matches(':hover') || element.querySelector(':focus-visible')) return;
      remaining.current -= TICK_MS;
      if (remaining.current > 0) return;
      setOver(true);
      if (!element.closest('.steady')?.matches(':hover')) over.current();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [bar]);
  return isOver;
}

/** Undo has disappeared: the focus goes to the line that is back. */
function focusLineOf(address: string) {
  const link = document.querySelector(`[data-row] a[href="${address}"]`);
  focusRow(link?.closest('[data-row]'));
}

/** Unless the focus is elsewhere by now; without the row, to the list. */
function focusRow(row: Element | null | undefined) {
  if (!document.activeElement?.matches('body, .steady')) return;
  const list = document.querySelector<HTMLElement>('.steady');
  const shown = row instanceof HTMLElement && row.isConnected && row.matches('[data-row]') ? row : list;
  shown?.focus({ preventScroll: true });
}

/** Takes the focus over from the pressed button, which has disappeared with its line. */
function useFocusOnArrival(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const at = document.activeElement;
    if (at === document.body || at?.matches(':disabled, [data-row], .steady'))
      bar.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [bar]);
}
