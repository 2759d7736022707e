import { type RefObject, useEffect, useRef } from 'react';
import { readAccountValue } from '../../browser/account-store';
import { CARD_KEY, type CardAct } from './card-keys';
import type { Selection } from './selection';

export interface KeyOptions {
  region: RefObject<HTMLElement | null>;
  selection: Selection | null;
  onHelp: () => void;
  /** The focus has moved to another offer. */
  onMove: (key: string) => void;
  onLeave: () => void;
}

/** The reader's choice that keys do nothing while the focus is elsewhere (WCAG 2.1.4). */
export const KEYS_IN_LIST = 'keys in the list alone';

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const cardsIn = (region: HTMLElement) => [...region.querySelectorAll<HTMLElement>('[data-row]')];
const toggleOf = (card: HTMLElement | undefined | null) => card?.querySelector<HTMLElement>('.offer-toggle');

/** The offer that has the focus; where none has it, the open one. */
const cardAt = (at: Element, region: HTMLElement) =>
  at.closest<HTMLElement>('[data-row]') ?? region.querySelector<HTMLElement>('.offer-card.open');

function move(region: HTMLElement, from: HTMLElement | null, step: 1 | -1, onMove: KeyOptions['onMove']) {
  const cards = cardsIn(region);
  const index = from ? cards.indexOf(from) + step : 0;
  const card = cards[Math.min(Math.max(index, 0), cards.length - 1)];
  toggleOf(card)?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
  if (card?.dataset.row) onMove(card.dataset.row);
}

function leave(card: HTMLElement | null, onLeave: () => void) {
  if (!card?.matches('.open')) return false;
  toggleOf(card)?.focus();
  onLeave();
  return true;
}

const ACTS: Readonly<Record<string, CardAct>> = { a: 'accept', r: 'reject', c: 'counter', m: 'message' };

const dispatchAct = (card: HTMLElement, act: CardAct) =>
  card.dispatchEvent(new CustomEvent<CardAct>(CARD_KEY, { detail: act }));

/** Returns whether the key was one of ours. */
function press(key: string, region: HTMLElement, at: Element, options: KeyOptions): boolean {
  const { selection, onHelp, onMove, onLeave } = options;
  const card = cardAt(at, region);
  const act = ACTS[key];
  const isInList = region.contains(at) && !at.closest('.offer-pane');
  if (key === 'j' || (key === 'ArrowDown' && isInList)) move(region, card, 1, onMove);
  else if (key === 'k' || (key === 'ArrowUp' && isInList)) move(region, card, -1, onMove);
  else if (key === '?') onHelp();
  else if (key === 'Escape') return region.contains(at) && leave(card, onLeave);
  // A button that has the focus acts by itself.
  else if (key === 'Enter' && at.matches('h3')) toggleOf(card)?.click();
  else if (key === 'x' && card && selection?.selectable.includes(card.dataset.row ?? ''))
    selection.toggle(card.dataset.row ?? '');
  else if (act && card) dispatchAct(card, act);
  else return false;
  return true;
}

function isOurs({ target, key, repeat, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) {
  if (!(target instanceof Element) || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (target.matches(FIELD) && key !== 'Escape') return false;
  if (document.querySelector('dialog[open], :popover-open, details[open]')) return false;
  return !repeat || /^(j|k|Arrow)/.test(key);
}

/** Single keys, while no field has the focus. `early`: the key that had this part loaded. */
export function useKeys(options: KeyOptions, early: KeyboardEvent | null) {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const region = latest.current.region.current;
      const { target: at, key } = event;
      if (!region || !(at instanceof Element) || !isOurs(event)) return;
      if (!region.contains(at) && readAccountValue<true>(KEYS_IN_LIST)) return;
      if (press(key, region, at, latest.current)) event.preventDefault();
    };
    if (early) down(early);
    document.addEventListener('keydown', down);
    return () => document.removeEventListener('keydown', down);
  }, [early]);
}
