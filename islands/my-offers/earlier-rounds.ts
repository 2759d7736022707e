import type { Cents } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';

type History = Offer['attributes']['history'];

/** One side naming its prices. */
export interface Round {
  /** Of all rounds, the first is 1. */
  number: number;
  side: Side;
  at: string;
  /** By line. */
  prices: Readonly<Record<number, Cents>>;
}

function roundsOf(history: History): Round[] {
  const rounds: Round[] = [];
  for (const { actor, event, at, lines } of history) {
    if (actor === 'staff' || actor === 'system') continue;
    // A counter that was taken back is as if it had not been named.
    if (event === 'withdraw' && actor === 'seller') rounds.pop();
    if (event !== 'submit' && event !== 'counter') continue;
    const prices = Object.fromEntries(lines.map((line) => [line.offer_product_id, line.unit_price]));
    rounds.push({ number: rounds.length + 1, side: actor, at, prices });
  }
  return rounds;
}

/** The rounds before the last of each side, which stand in columns of their own. */
export function earlierRounds(history: History): Round[] {
  const rounds = roundsOf(history);
  const last = (side: Side) => rounds.findLast((round) => round.side === side);
  return rounds.filter((round) => round !== last(round.side));
}
