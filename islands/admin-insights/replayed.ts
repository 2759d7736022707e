import type { Cents, Units } from '../../server/contract/money';
import type { OfferState } from '../../server/offers/rules';

export interface ReplayStep {
  event: string;
  from_state: OfferState;
  to_state: OfferState;
  lines: readonly { offer_product_id: number; quantity: Units; unit_price: Cents }[];
}

export interface Replayed {
  state: OfferState | null;
  lines: ReadonlyMap<number, { quantity: Units; unit_price: Cents }>;
  /** The first step that doesn't begin in the state of the previous one. */
  broken: string | null;
}

const NOTHING_YET: Replayed = { state: null, lines: new Map(), broken: null };

function step(previous: Replayed, { event, from_state, to_state, lines }: ReplayStep): Replayed {
  const continues = previous.state === null || previous.state === from_state;
  return {
    state: to_state,
    lines: new Map(
      lines.map(({ offer_product_id, quantity, unit_price }) => [offer_product_id, { quantity, unit_price }]),
    ),
    broken:
      previous.broken ??
      (continues ? null : `${event} starts from ${from_state}, but the offer was in ${previous.state}`),
  };
}

export const replay = (steps: readonly ReplayStep[]): Replayed => steps.reduce(step, NOTHING_YET);
