import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { counted } from '../../../server/contract/money';
import { Button } from '../../ui/button';
import { type FocusTarget, useFocusInside } from './focus';
import { freeHeights, useIsomorphicLayoutEffect, useListLayout } from './layout';
import { useHold, useOwnActions, usePresses } from './press';
import {
  type Entry,
  isBehind,
  type Press,
  pressRow,
  receive,
  type SteadyList,
  type SteadyRow,
  showAll,
  startList,
} from './rows';

const LOOK_MS = 200;

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
  waiting: number;
  left: number;
  region: RefObject<HTMLDivElement | null>;
  show: () => void;
  pressed: (key: string) => Press<Item> | null;
  act: <Result>(key: string | null, work: () => Promise<Result>) => Promise<Result>;
}

/** A live list whose rows do not move while the reader is using it. */
export function useSteadyList<Item>({ source, scope, entries, isPinned }: Options<Item>): Steady<Item> {
  const region = useRef<HTMLDivElement>(null);
  const [list, setList] = useState<SteadyList<Item>>(() => startList(entries));
  const latest = useRef({ list, entries, isPinned, scope });
  latest.current = { list, entries, isPinned, scope };
  const isHeld = useHold(region);
  const press = usePresses(region, latest);
  const { actions, act } = useOwnActions();
  const focusTarget = useRef<FocusTarget>(null);
  const { hasKeptHeights, prepare } = useListLayout(region, list);

  const update = useCallback(() => {
    const { list: shown, entries: current, isPinned: pinned } = latest.current;
    const letsGo = actions.current.unkeyed > 0;
    const held = shown.rows.length > 0 && !letsGo && isHeld();
    prepare(held);
    const now = performance.now();
    const own = new Set(actions.current.keys);
    setList((previous) => receive(previous, current, { isHeld: held, now, own, letsGo, isPinned: pinned }));
  }, [actions, isHeld, prepare]);

  const applied = useRef({ source, scope });
  useIsomorphicLayoutEffect(() => {
    if (source === applied.current.source) return;
    const isOtherView =
      applied.current.source === undefined || applied.current.scope !== latest.current.scope;
    applied.current = { source, scope: latest.current.scope };
    if (isOtherView) setList(startList(latest.current.entries));
    else update();
  }, [source, update]);

  const isWaiting = isBehind(list, entries) || hasKeptHeights;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!isHeld()) update();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, isHeld, update]);

  const show = useCallback(() => {
    const { list: shown, entries: current, isPinned: pinned } = latest.current;
    focusTarget.current = shown.waiting[0] ?? true;
    if (region.current) freeHeights(region.current);
    setList(showAll(shown, current, { now: performance.now(), isPinned: pinned }));
  }, []);

  useFocusInside(region, focusTarget);

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

interface RegionProps<Item> {
  list: Steady<Item>;
  noun: string;
  className?: string;
  children: ReactNode;
}

/** A region whose rows do not move while in use, with a bar for pending changes. */
export function SteadyRegion<Item>({ list, noun, className, children }: RegionProps<Item>) {
  const { waiting, left, region, show } = list;
  const text =
    waiting > 0 ? counted(waiting, `new ${noun}`) : left > 0 ? `${counted(left, noun)} left this list` : null;
  return (
    <div ref={region} id={`${noun}-list`} className={clsx('steady', className)} tabIndex={-1}>
      <SteadyBar text={text} onShow={show} />
      {children}
    </div>
  );
}

interface BarProps {
  text: string | null;
  busy?: boolean | undefined;
  onShow: () => void;
}

/** Announces pending changes once. Overlays the list, so nothing moves. */
export function SteadyBar({ text, busy, onShow }: BarProps) {
  const [announced, setAnnounced] = useState('');
  const isShown = text !== null;
  const first = useRef(text);
  first.current = text;
  useEffect(() => setAnnounced(isShown ? (first.current ?? '') : ''), [isShown]);
  return (
    <div className="steady-bar">
      {isShown && (
        <div className="steady-bar-note">
          <span>{text}</span>
          <Button size="small" busy={busy} onClick={onShow}>
            Show
          </Button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  );
}

const MARK_MS = 2_000;

/** Whether the row changed a moment ago. */
export function useChangeMark(changedAt: number): boolean {
  const [isMarked, setMarked] = useState(false);
  useEffect(() => {
    const remaining = changedAt + MARK_MS - performance.now();
    if (remaining <= 0) return;
    setMarked(true);
    const timer = setTimeout(() => setMarked(false), remaining);
    return () => clearTimeout(timer);
  }, [changedAt]);
  return isMarked;
}
