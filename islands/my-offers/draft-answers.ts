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
import type { Cents } from '../../server/contract/money';
import type { Typed } from './counter';

interface Answer {
  typed: Typed;
  /** undefined: unchanged. */
  freight?: Cents | null | undefined;
  /** The message that goes with the counter. */
  note: string;
  /** The offer's version when typing began. */
  startedAt: number | null;
}

const NONE: Answer = { typed: {}, note: '', startedAt: null };

interface Memory {
  answers: Readonly<Record<number, Answer>>;
  answer: (offerId: number, answer: Answer) => void;
  /** The offer in use when its card moved to another tab. */
  held: { offerId: number | null };
}

/** Outlives the cards, which move between tabs. Not a useForm: prices of many offers at once. */
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

export function useDraftPrices(offerId: number) {
  const { answers, answer } = useContext(DraftAnswersContext);
  const known = answers[offerId] ?? NONE;
  const { typed, freight, note, startedAt } = known;
  return {
    prices: typed,
    freight,
    note,
    startedAt,
    save: (prices: Typed, version: number) =>
      answer(offerId, { ...known, typed: prices, startedAt: startedAt ?? version }),
    saveFreight: (amount: Cents | null, version: number) =>
      answer(offerId, { ...known, freight: amount, startedAt: startedAt ?? version }),
    saveNote: (text: string) => answer(offerId, { ...known, note: text }),
    clear: () => answer(offerId, NONE),
  };
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Focuses the card's heading when the focused element disappears, after an action or because the card
 * moved. Never takes the focus from another element.
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
