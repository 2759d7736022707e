import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { isInert, type Press, pressRow, type SteadyList } from './rows';

interface Latest<Item> {
  list: SteadyList<Item>;
}

interface Pressed<Item> {
  key: string;
  isKey: boolean;
  press: Press<Item> | null;
}

/** Dialogs are excluded: they keep a copy of the row they ask about. */
function rowOfButton(target: EventTarget | null): string | null {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || button.closest('dialog')) return null;
  return button.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
}

/** Records the row when a press begins, and stops clicks whose target changed since. */
export function usePresses<Item>(
  region: RefObject<HTMLElement | null>,
  latest: RefObject<Latest<Item>>,
): RefObject<Pressed<Item> | null> {
  const pressed = useRef<Pressed<Item> | null>(null);
  useEffect(() => {
    let begun: Pressed<Item> | null = null;
    const begin = (event: Event) => {
      if (event instanceof KeyboardEvent && (event.repeat || (event.key !== 'Enter' && event.key !== ' ')))
        return;
      const key = rowOfButton(event.target);
      const press = key === null ? null : pressRow(latest.current.list, key, performance.now());
      begun = key === null ? null : { key, isKey: event instanceof KeyboardEvent, press };
    };
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Node) || !region.current?.contains(event.target)) return;
      const key = rowOfButton(event.target);
      if (key === null) return;
      const now = performance.now();
      // Clicks by keyboard, script or assistive technology have no pointer event.
      const isKey = event.detail === 0;
      const current =
        begun?.isKey === isKey ? begun : { key, isKey, press: pressRow(latest.current.list, key, now) };
      begun = null;
      pressed.current = current;
      setTimeout(() => {
        if (pressed.current === current) pressed.current = null;
      });
      const row = latest.current.list.rows.find((one) => one.key === key);
      if (row?.hasLeft && !isInert(latest.current.list, key, now)) return;
      if (current.key === key && current.press !== null) return;
      pressed.current = null;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('pointerdown', begin, true);
    document.addEventListener('keydown', begin, true);
    document.addEventListener('click', click, true);
    return () => {
      document.removeEventListener('pointerdown', begin, true);
      document.removeEventListener('keydown', begin, true);
      document.removeEventListener('click', click, true);
    };
  }, [region, latest]);
  return pressed;
}

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

const RENDER_MS = 100;

export function useOwnActions() {
  const actions = useRef<{ keys: Set<string>; unkeyed: number }>({ keys: new Set(), unkeyed: 0 });

  const act = useCallback(async <Result>(key: string | null, work: () => Promise<Result>) => {
    const { current } = actions;
    if (key === null) current.unkeyed++;
    else current.keys.add(key);
    try {
      return await work();
    } finally {
      setTimeout(() => {
        if (key === null) current.unkeyed--;
        else current.keys.delete(key);
      }, RENDER_MS);
    }
  }, []);

  return { actions, act };
}
