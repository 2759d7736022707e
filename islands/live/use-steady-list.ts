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

/** How often it is looked whether somebody is still at the list, while something waits. */
const LOOK_MS = 200;
/** What an act led to is on the page by then. */
const RENDER_MS = 100;

interface Options<Item> {
  /** The server's answer that the entries are made of; undefined before the first. */
  source: unknown;
  /** What the reader asked for; an answer to something else replaces the list. */
  scope?: string | undefined;
  entries: readonly Entry<Item>[];
  isPinned?: ((key: string) => boolean) | undefined;
}

export interface Steady<Item> {
  rows: readonly SteadyRow<Item>[];
  /** How many new ones wait. */
  waiting: number;
  /** How many rows are shown that have left. */
  left: number;
  /** Holds the rows; each has its key as `data-row`. */
  region: RefObject<HTMLDivElement | null>;
  show: () => void;
  /** The row as it was shown when the button was pressed; null where nothing may be done with it. */
  pressed: (key: string) => Press<Item> | null;
  /** Runs an act of the reader's on a row; with null, one whose effect is shown at once. */
  act: <Result>(key: string | null, work: () => Promise<Result>) => Promise<Result>;
}

const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** A list that changes by itself, but does not move while somebody is at it. */
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

  // Heights of another width mean nothing.
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
      // After the render that shows what came of it.
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
