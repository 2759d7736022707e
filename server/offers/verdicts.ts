import type { Cents } from '../contract/money';
import type { Offer } from './contract';
import { isBuyable } from './line-contract';
import type { HistoryRow, Line } from './queries';
import type { OfferShipping } from './shipping/contract';
import { isReduced, moveOf, type OfferEvent, type OfferState, type Side } from './state-contract';

export const isLineBuyable = (line: Line) =>
  isBuyable(
    { unit_price: line.unit_price_cents, quantity: line.quantity },
    { ...line, seller_price_cents: line.asking_price_cents },
  );

type Verdicts = Pick<
  Offer['attributes'],
  'buyable' | 'can_accept' | 'can_counter' | 'can_reject' | 'can_withdraw'
>;

interface Subject {
  readonly lines: readonly Line[];
  readonly history: readonly HistoryRow[];
  readonly shipping: OfferShipping;
  /** To the seller's minimum order; null without one. */
  readonly missing: Cents | null;
  readonly side: Side | null;
}

/** What this side may do now. Freight that is not quoted yet cannot be accepted. */
export function verdicts(
  { state }: { state: OfferState },
  { lines, history, shipping, missing, side }: Subject,
): Verdicts {
  const reduced = isReduced(history);
  const may = (event: OfferEvent) => side !== null && moveOf(event, side, state, reduced) !== null;
  const isQuoted = shipping.freight_status !== 'to_quote';
  const canBuy = isQuoted && lines.length > 0 && lines.every(isLineBuyable);
  return {
    buyable: canBuy,
    can_accept: may('accept') && isQuoted && (state !== 'draft' || (canBuy && !missing)),
    can_counter: may('counter'),
    can_reject: may('reject'),
    can_withdraw: may('withdraw'),
  };
}
