import { type RefObject, useEffect, useRef, useState } from 'react';

const UNDO_MS = 10_000;
const TICK_MS = 200;

/**
 * Counts down while the bar is neither under the pointer nor focused by keyboard. Afterwards the bar is over, but
 * keeps its height until the pointer has left the list.
 */
export function useUndoTime(bar: RefObject<HTMLElement | null>, onOver: () => void): boolean {
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
