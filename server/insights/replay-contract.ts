import type { Cents, Units } from '../contract/money';
import type { OfferState } from '../offers/state-contract';

/** A step as the history keeps it. */
export interface ReplayStep {
  event: string;
  from_state: OfferState;
  to_state: OfferState;
  lines: readonly { offer_product_id: number; quantity: Units; unit_price: Cents }[];
}

export interface Replayed {
  /** null before the first step. */
  state: OfferState | null;
  lines: ReadonlyMap<number, { quantity: Units; unit_price: Cents }>;
  /** Where a step does not begin at what the one before left; null where all of them do. */
  broken: string | null;
}

export const NOTHING_YET: Replayed = { state: null, lines: new Map(), broken: null };

/** What an offer is after one more step. */
export function step(before: Replayed, { event, from_state, to_state, lines }: ReplayStep): Replayed {
  const continues = before.state === null || before.state === from_state;
  return {
    state: to_state,
    lines: new Map(
      lines.map(({ offer_product_id, quantity, unit_price }) => [offer_product_id, { quantity, unit_price }]),
    ),
    broken: before.broken ?? (continues ? null : `${event} begins at ${from_state}, not at ${before.state}`),
  };
}

/** What an offer has become by all of its steps, the oldest first. */
export const replay = (steps: readonly ReplayStep[]): Replayed => steps.reduce(step, NOTHING_YET);
