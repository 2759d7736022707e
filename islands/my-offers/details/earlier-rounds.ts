import type { Cents } from '../../../server/contract/money';
import type { Offer } from '../../../server/offers/contract';
import type { Side } from '../../../server/offers/rules';

type History = Offer['attributes']['history'];

/** The prices that one side named at once. */
export interface Round {
  /** Counts all rounds, from 1. */
  number: number;
  side: Side;
  at: string;
  /** By line id. */
  prices: Readonly<Record<number, Cents>>;
}

function roundsOf(history: History): Round[] {
  const rounds: Round[] = [];
  for (const { actor, event, at, lines } of history) {
    if (actor === 'staff' || actor === 'system') continue;
    // A withdrawn counter does not count as a round.
    if (event === 'withdraw' && actor === 'seller') rounds.pop();
    if (event !== 'submit' && event !== 'counter') continue;
    const prices = Object.fromEntries(lines.map((line) => [line.offer_product_id, line.unit_price]));
    rounds.push({ number: rounds.length + 1, side: actor, at, prices });
  }
  return rounds;
}

/** Whose prices stand, if the history says so. */
export const latestRoundSide = (history: History): Side | null => roundsOf(history).at(-1)?.side ?? null;

/** The rounds before each side's latest one, which has a column of its own. */
export function earlierRounds(history: History): Round[] {
  const rounds = roundsOf(history);
  const last = (side: Side) => rounds.findLast((round) => round.side === side);
  return rounds.filter((round) => round !== last(round.side));
}
