import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FocusTarget, useFocusInside } from './steady-focus';
import { useHold } from './steady-hold';
import { type Anchor, anchorIn, disableButtons, freeHeights, holdAnchor, keepHeights } from './steady-layout';
import {
  type Entry,
  INERT_MS,
  isBehind,
  isInert,
  type Press,
  pressRow,
  receive,
  type SteadyList,
  type SteadyRow,
  showAll,
  startList,
} from './steady-list';
import { usePresses } from './steady-press';

/** How often to check whether the list is still held. */
const LOOK_MS = 200;
/** Time for an action's result to be rendered. */
const RENDER_MS = 100;

interface Options<Item> {
  /** The response that the entries come from; undefined before the first. */
  source: unknown;
  /** The requested view; a response for another view replaces the list. */
  scope?: string | undefined;
  entries: readonly Entry<Item>[];
  isPinned?: ((key: string) => boolean) | undefined;
}

export interface Steady<Item> {
  rows: readonly SteadyRow<Item>[];
  /** The number of new rows that are not shown yet. */
  waiting: number;
  /** The number of shown rows that left. */
  left: number;
  /** Contains the rows, each with its key as `data-row`. */
  region: RefObject<HTMLDivElement | null>;
  show: () => void;
  /** The row as shown when its button was pressed; null if it cannot be acted on. */
  pressed: (key: string) => Press<Item> | null;
  /** Runs the reader's action on a row; with null its result is shown at once, even while held. */
  act: <Result>(key: string | null, work: () => Promise<Result>) => Promise<Result>;
}

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A live list whose rows do not move while the reader is using it. */
export function useSteadyList<Item>({ source, scope, entries, isPinned }: Options<Item>): Steady<Item> {
  const region = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<SteadyList<Item>>(() => startList(entries));
  const [hasKeptHeights, setKeptHeights] = useState(false);
  const latest = useRef({ list, entries, isPinned, scope });
  latest.current = { list, entries, isPinned, scope };
  const isHeld = useHold(region);
  const press = usePresses(region, latest);
  const own = useRef<{ keys: Set<string>; applied: number }>({ keys: new Set(), applied: 0 });
  const anchor = useRef<Anchor | null>(null);
  const goTo = useRef<FocusTarget>(null);

  const take = useCallback(() => {
    const { entries: current, isPinned: pinned } = latest.current;
    const held = latest.current.list.rows.length > 0 && own.current.applied === 0 && isHeld();
    const element = region.current;
    if (element && held) {
      keepHeights(element);
      anchor.current = anchorIn(element);
    } else if (element) freeHeights(element);
    setKeptHeights(held);
    const now = performance.now();
    const letsGo = own.current.applied > 0;
    const keys = new Set(own.current.keys);
    setList((known) => receive(known, current, { isHeld: held, now, own: keys, letsGo, isPinned: pinned }));
  }, [isHeld]);

  const taken = useRef({ source, scope });
  useIsomorphicLayoutEffect(() => {
    if (source === taken.current.source) return;
    const isAnother = taken.current.source === undefined || taken.current.scope !== latest.current.scope;
    taken.current = { source, scope: latest.current.scope };
    if (isAnother) setList(startList(latest.current.entries));
    else take();
  }, [source, take]);

  useIsomorphicLayoutEffect(() => {
    if (anchor.current) holdAnchor(anchor.current);
    anchor.current = null;
    const now = performance.now();
    const inert = list.rows.filter(({ key }) => isInert(list, key, now)).map(({ key }) => key);
    if (region.current && inert.length > 0) return disableButtons(region.current, inert, INERT_MS);
  }, [list]);

  // Heights depend on the width.
  useEffect(() => {
    const resized = () => region.current && freeHeights(region.current);
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);

  const looks = isBehind(list, entries) || hasKeptHeights;
  useEffect(() => {
    if (!looks) return;
    const timer = setInterval(() => {
      if (!isHeld()) take();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [looks, isHeld, take]);

  const show = useCallback(() => {
    const { list: known, entries: current, isPinned: pinned } = latest.current;
    goTo.current = known.waiting[0] ?? true;
    if (region.current) freeHeights(region.current);
    setList(showAll(known, current, { now: performance.now(), isPinned: pinned }));
  }, []);

  useFocusInside(region, goTo);

  const act = useCallback(async <Result>(key: string | null, work: () => Promise<Result>) => {
    const { current } = own;
    if (key === null) current.applied++;
    else current.keys.add(key);
    try {
      return await work();
    } finally {
      // After the result has been rendered.
      setTimeout(() => {
        if (key === null) current.applied--;
        else current.keys.delete(key);
      }, RENDER_MS);
    }
  }, []);

  const pressed = useCallback(
    (key: string) =>
      press.current?.key === key
        ? press.current.press
        : pressRow(latest.current.list, key, performance.now()),
    [press],
  );
  const left = list.rows.filter(({ hasLeft }) => hasLeft).length;
  return { rows: list.rows, waiting: list.waiting.length, left, region, show, pressed, act };
}
