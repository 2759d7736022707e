import { type RefObject, useCallback, useEffect, useRef } from 'react';

const KEY_MS = 3_000;
const NEVER = Number.NEGATIVE_INFINITY;

/** Returns whether the reader is using the list: pointer, touch, focus, open dialog or recent keys. */
export function useHold(region: RefObject<HTMLElement | null>): () => boolean {
  const touchedAt = useRef(NEVER);

  useEffect(() => {
    const touched = (event: Event) => {
      const isKey = event instanceof KeyboardEvent;
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const isHere = event.target instanceof Node && region.current?.contains(event.target);
      if (isKey || (isTouch && isHere)) touchedAt.current = performance.now();
    };
    const events = ['keydown', 'pointerdown', 'pointerup', 'pointercancel'] as const;
    for (const name of events) document.addEventListener(name, touched, true);
    return () => {
      for (const name of events) document.removeEventListener(name, touched, true);
    };
  }, [region]);

  return useCallback(() => {
    const element = region.current;
    if (!element) return false;
    if (performance.now() - touchedAt.current < KEY_MS) return true;
    const { activeElement: at } = document;
    if ((at !== element && element.contains(at)) || element.querySelector('dialog[open]')) return true;
    // Touch screens leave :hover on the last touched element.
    return matchMedia('(hover: hover)').matches && element.matches(':hover');
  }, [region]);
}
