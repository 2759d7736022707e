import { type RefObject, useEffect, useRef } from 'react';
import { CARD_KEY, type CardAct } from './card-keys';
import type { Selection } from './selection';

interface Options {
  region: RefObject<HTMLElement | null>;
  selection: Selection | null;
  onHelp: () => void;
}

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const cardsIn = (region: HTMLElement) => [...region.querySelectorAll<HTMLElement>('[data-row]')];
const cardAt = (element: Element) => element.closest<HTMLElement>('[data-row]');
const toggleOf = (card: HTMLElement | undefined | null) => card?.querySelector<HTMLElement>('.offer-toggle');

function move(region: HTMLElement, from: HTMLElement | null, step: 1 | -1) {
  const cards = cardsIn(region);
  const index = from ? cards.indexOf(from) + step : 0;
  const toggle = toggleOf(cards[Math.min(Math.max(index, 0), cards.length - 1)]);
  toggle?.focus({ preventScroll: true });
  toggle?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
}

function close(card: HTMLElement | null) {
  const toggle = toggleOf(card);
  if (toggle?.getAttribute('aria-expanded') !== 'true') return false;
  toggle.click();
  toggle.focus();
  return true;
}

const ACTS: Readonly<Record<string, CardAct>> = { a: 'accept', r: 'reject', c: 'counter', m: 'message' };

const dispatchAct = (card: HTMLElement, act: CardAct) =>
  card.dispatchEvent(new CustomEvent<CardAct>(CARD_KEY, { detail: act }));

/** Returns whether the key was one of ours. */
function press(key: string, region: HTMLElement, at: Element, { selection, onHelp }: Options): boolean {
  const card = cardAt(at);
  const act = ACTS[key];
  if (key === 'j' || key === 'ArrowDown') move(region, card, 1);
  else if (key === 'k' || key === 'ArrowUp') move(region, card, -1);
  else if (key === '?') onHelp();
  else if (key === 'Escape') return close(card);
  // A button that has the focus acts by itself.
  else if (key === 'Enter' && at.matches('h3')) toggleOf(card)?.click();
  else if (key === 'x' && card && selection?.selectable.includes(card.dataset.row ?? ''))
    selection.toggle(card.dataset.row ?? '');
  else if (act && card) dispatchAct(card, act);
  else return false;
  return true;
}

/** Single keys, only while the focus is in the list and never in a field (WCAG 2.1.4). */
export function useKeys(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      const { target: at, key, repeat } = event;
      const region = latest.current.region.current;
      if (!region || !(at instanceof Element) || !region.contains(at) || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || at.matches(FIELD)) return;
      if (document.querySelector('dialog[open]') || (repeat && !/^(j|k|Arrow)/.test(key))) return;
      if (press(key, region, at, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', down);
    return () => document.removeEventListener('keydown', down);
  }, []);
}
