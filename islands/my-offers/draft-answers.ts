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
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import type { Typed } from './counter';
import { otherSide } from './wording';

interface Answer {
  typed: Typed;
  /** undefined: unchanged. */
  freight?: Cents | null | undefined;
  /** The message that goes with the counter. */
  note: string;
  startedAt: Started | null;
}

/** The offer when typing began. */
interface Started {
  version: number;
  /** How many entries its history had. */
  entries: number;
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

const STORED = 'draft answers';

const isStarted = ({ startedAt, note }: Answer) => startedAt !== null || note !== '';

const startedOnly = (answers: Memory['answers']) =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => isStarted(answer)));

/** Kept in the tab, so that Back and a reload bring back what was typed. */
export function useDraftAnswers(): Memory {
  const [loaded, setAnswers] = useState<Memory['answers'] | null>(null);
  const answers = useMemo(() => loaded ?? {}, [loaded]);
  useEffect(() => setAnswers(readAccountValue<Memory['answers']>(STORED) ?? {}), []);
  useEffect(() => {
    if (loaded) writeAccountValue(STORED, startedOnly(loaded));
  }, [loaded]);
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
    save: (prices: Typed, offer: Seen) =>
      answer(offerId, { ...known, typed: prices, startedAt: startedAt ?? started(offer) }),
    saveFreight: (amount: Cents | null, offer: Seen) =>
      answer(offerId, { ...known, freight: amount, startedAt: startedAt ?? started(offer) }),
    saveNote: (text: string) => answer(offerId, { ...known, note: text }),
    clear: () => answer(offerId, NONE),
  };
}

type Seen = Pick<Offer['attributes'], 'version' | 'history'>;

const started = ({ version, history }: Seen): Started => ({ version, entries: history.length });

/** Who changed the offer since typing began: null where it is the same, or differs by the reader's own address. */
export function changedSince(before: Started | null, { version, history }: Seen, side: Side) {
  if (before === null || before.version === version) return null;
  const actors = new Set(history.slice(before.entries).map(({ actor }) => actor));
  const other = otherSide(side);
  // A ship-to address, which is the buyer's, leaves no entry.
  if (actors.has(other) || (actors.size === 0 && other === 'buyer')) return other;
  if (actors.has('system') || actors.has('staff')) return 'another';
  return actors.has(side) ? 'reader' : null;
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
