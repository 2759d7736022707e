import {
  createContext,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Typed } from './counter';

interface Answer {
  typed: Typed;
  /** The version that was looked at when typing began. */
  startedAt: number | null;
}

const NONE: Answer = { typed: {}, startedAt: null };

interface Memory {
  answers: Readonly<Record<number, Answer>>;
  answer: (offerId: number, answer: Answer) => void;
  /** The offer that somebody was at when its card left for another part of the page. */
  held: { offerId: number | null };
}

/** Outlives a card: an offer that changes hands moves to another part of the page, and is drawn anew there. */
export const DraftAnswersContext = createContext<Memory>({
  answers: {},
  answer: () => undefined,
  held: { offerId: null },
});

export function useDraftAnswers(): Memory {
  const [answers, setAnswers] = useState<Memory['answers']>({});
  const [held] = useState<Memory['held']>(() => ({ offerId: null }));
  return useMemo(
    () => ({
      answers,
      answer: (offerId, answer) => setAnswers((known) => ({ ...known, [offerId]: answer })),
      held,
    }),
    [answers, held],
  );
}

/** What the reader has typed into this offer, and at which version of it they began. */
export function useDraftPrices(offerId: number) {
  const { answers, answer } = useContext(DraftAnswersContext);
  const { typed, startedAt } = answers[offerId] ?? NONE;
  return {
    kept: typed,
    startedAt,
    remember: (prices: Typed, version: number) => answer(offerId, { typed: prices, startedAt: version }),
    forget: () => answer(offerId, NONE),
  };
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * The card keeps the focus: where what had it is gone, after an act or because the card was drawn anew elsewhere,
 * the card's heading gets it. Never taken from something else.
 */
export function useHeldFocus(offerId: number, busy: boolean): RefObject<HTMLElement | null> {
  const { held } = useContext(DraftAnswersContext);
  const card = useRef<HTMLElement>(null);
  const acted = useRef(false);
  useLayoutEffect(() => {
    const element = card.current;
    if (held.offerId === offerId && isLost()) {
      held.offerId = null;
      headingOf(element)?.focus();
    }
    return () => {
      if (element?.contains(document.activeElement)) held.offerId = offerId;
    };
  }, [held, offerId]);
  useEffect(() => {
    if (busy) {
      acted.current = true;
      held.offerId = offerId;
    } else if (acted.current) {
      acted.current = false;
      if (held.offerId === offerId) held.offerId = null;
      if (isLost()) headingOf(card.current)?.focus();
    }
  }, [busy, held, offerId]);
  return card;
}

const headingOf = (card: HTMLElement | null) => card?.querySelector('h3');
