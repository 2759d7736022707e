import { type Cents, cents, sum } from '../../server/contract/money';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import {
  FREIGHT_TOO_HIGH,
  MAX_FREIGHT_CENTS,
  NOT_QUOTED,
  QUOTE_NEEDED,
} from '../../server/offers/shipping/rules';
import { type Counter, counterOf, netsOf, type Typed } from './counter';

export interface Freight {
  /** The seller names it in this answer. */
  isAsked: boolean;
  /** As typed; null where it is still to be quoted. */
  cents: Cents | null;
  error: string | null;
  isChanged: boolean;
}

/** What the viewer is about to answer: prices and freight. */
export interface Answer extends Counter {
  goods: Cents | null;
  /** By line; null for a buyer. */
  nets: readonly Cents[] | null;
  freight: Freight;
  /** Why it cannot be sent, where no price is at fault. */
  reason: string | null;
}

interface Drafts {
  prices: Typed;
  /** undefined: unchanged. */
  freight: Cents | null | undefined;
}

type Attributes = Offer['attributes'];

const isTooHigh = (amount: Cents | null) => amount !== null && amount > MAX_FREIGHT_CENTS;

function freightOf({ shipping, can_counter }: Attributes, { freight }: Drafts, side: Side): Freight {
  const isAsked = shipping.terms === 'buyer_pays' && side === 'seller' && can_counter;
  const typed = isAsked && freight !== undefined ? freight : shipping.freight_cents;
  return {
    isAsked,
    cents: typed,
    error: isTooHigh(typed) ? FREIGHT_TOO_HIGH : null,
    isChanged: typed !== shipping.freight_cents,
  };
}

function reasonOf({ shipping }: Attributes, { isAsked, cents: amount, error }: Freight, counter: Counter) {
  if (shipping.terms !== 'buyer_pays' || error) return error;
  if (amount !== null) return null;
  if (isAsked) return QUOTE_NEEDED;
  return counter.changed ? null : NOT_QUOTED;
}

const plus = (goods: Cents | null, freight: Cents | null) =>
  goods === null ? null : sum([goods, freight ?? cents(0)]);

export function answerOf(
  { offer: { attributes }, lines }: { offer: Offer; lines: readonly OfferProduct[] },
  drafts: Drafts,
  side: Side,
  feeBps: number | null,
): Answer {
  const counter = counterOf(lines, drafts.prices, side, feeBps);
  const freight = freightOf(attributes, drafts, side);
  const reason = reasonOf(attributes, freight, counter);
  const changed = counter.changed || freight.isChanged;
  // A seller who has to quote can only counter.
  const isCounter = changed || (freight.isAsked && freight.cents === null);
  return {
    ...counter,
    goods: counter.total,
    nets: netsOf(lines, drafts.prices, counter),
    total: plus(counter.total, freight.cents),
    net: plus(counter.net, freight.cents),
    freight,
    reason,
    changed,
    label: isCounter ? 'Submit Counter' : 'Accept Offer',
    canSubmit: counter.canSubmit && reason === null,
    canReject: Object.keys(counter.errors).length === 0 && counter.total !== null && !changed,
  };
}

/** It is the viewer's turn: freight that is to be quoted leaves only a counter. */
export const isTurn = ({ can_accept, can_counter }: Attributes) => can_accept || can_counter;
