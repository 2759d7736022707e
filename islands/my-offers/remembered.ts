import { createContext, useContext, useEffect, useMemo, useState } from 'react';
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
  /** By offer: the version that was shown last. */
  shown: Map<number, number>;
}

/** Outlives a card: an offer that changes hands moves to another part of the page, and is drawn anew there. */
export const Remembered = createContext<Memory>({
  answers: {},
  answer: () => undefined,
  shown: new Map(),
});

export function useRemembered(): Memory {
  const [answers, setAnswers] = useState<Memory['answers']>({});
  const [shown] = useState(() => new Map<number, number>());
  return useMemo(
    () => ({
      answers,
      answer: (offerId, answer) => setAnswers((known) => ({ ...known, [offerId]: answer })),
      shown,
    }),
    [answers, shown],
  );
}

/** What the reader has typed into this offer, and at which version of it they began. */
export function useTyped(offerId: number) {
  const { answers, answer } = useContext(Remembered);
  const { typed, startedAt } = answers[offerId] ?? NONE;
  return {
    kept: typed,
    startedAt,
    remember: (prices: Typed, version: number) => answer(offerId, { typed: prices, startedAt: version }),
    forget: () => answer(offerId, NONE),
  };
}

const FLASH_MS = 1_600;

/** True for a moment after the version changed under the reader's eyes. */
export function useFlash(offerId: number, version: number) {
  const { shown } = useContext(Remembered);
  const [flash, setFlash] = useState(false);
  useEffect(() => {
    const before = shown.get(offerId);
    shown.set(offerId, version);
    if (before === undefined || before === version) return;
    setFlash(true);
    const timer = setTimeout(() => setFlash(false), FLASH_MS);
    return () => clearTimeout(timer);
  }, [shown, offerId, version]);
  return flash;
}
