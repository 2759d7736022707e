import { net, shareNet } from '../../server/contract/fee';
import { type Cents, cents, lineTotal, MoneyError, sum } from '../../server/contract/money';
import type { Offer, OfferProduct } from '../../server/offers/contract';
import { counterError, type Side } from '../../server/offers/rules';

/** By line id; null for an empty field. Lines without an entry keep their price. */
export type Typed = Readonly<Record<string, Cents | null>>;

export interface Counter {
  /** By line id. */
  errors: Readonly<Record<string, string>>;
  changed: boolean;
  /** null while a price is missing. */
  total: Cents | null;
  /** Also null for a buyer. */
  net: Cents | null;
  label: 'Submit Counter' | 'Accept Offer';
  canSubmit: boolean;
  canReject: boolean;
}

const priceOf = ({ id, attributes }: OfferProduct, typed: Typed) =>
  id in typed ? (typed[id] ?? null) : attributes.unit_price;

const errorOf = (line: OfferProduct, typed: Typed, side: Side) => {
  const { min_price, max_price, buyer_offer_price } = line.attributes;
  if (!(line.id in typed) || min_price === null || max_price === null) return null;
  // An unchanged price needs no check: only a counter has bounds.
  if (typed[line.id] === line.attributes.unit_price) return null;
  const isLowered = side === 'seller' && min_price < buyer_offer_price;
  return counterError(typed[line.id] ?? null, side, { min: min_price, max: max_price, isLowered });
};

export function counterOf(
  lines: readonly OfferProduct[],
  typed: Typed,
  side: Side,
  feeBps: number | null,
): Counter {
  const errors: Record<string, string> = {};
  for (const line of lines) {
    const error = errorOf(line, typed, side);
    if (error) errors[line.id] = error;
  }
  const prices = lines.map((line) => priceOf(line, typed));
  const changed = lines.some((line, index) => prices[index] !== line.attributes.unit_price);
  const total = totalOf(lines, prices);
  const valid = Object.keys(errors).length === 0 && total !== null;
  return {
    errors,
    changed,
    total,
    net: total === null || feeBps === null ? null : net(total, feeBps),
    label: changed ? 'Submit Counter' : 'Accept Offer',
    canSubmit: valid,
    canReject: valid && !changed,
  };
}

type Prices = readonly (Cents | null)[];

/** Of each line; null where a price is missing. Throws MoneyError above the largest amount. */
function totalsOf(lines: readonly OfferProduct[], prices: Prices): Cents[] | null {
  const totals = lines.flatMap((line, index) => {
    const price = prices[index] ?? null;
    return price === null ? [] : [lineTotal(price, line.attributes.quantity)];
  });
  return totals.length < lines.length ? null : totals;
}

/** What the lines cost at these prices; null where one is missing, or the total is above the largest amount. */
export function totalOf(lines: readonly OfferProduct[], prices: Prices): Cents | null {
  try {
    const totals = totalsOf(lines, prices);
    return totals && sum(totals);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

/** What the seller gets of each line; their sum is `net`. */
export function netsOf(
  lines: readonly OfferProduct[],
  typed: Typed,
  { net: ofSeller }: Counter,
): readonly Cents[] | null {
  if (ofSeller === null) return null;
  const totals = totalsOf(
    lines,
    lines.map((line) => priceOf(line, typed)),
  );
  return totals && shareNet(totals, ofSeller);
}

/** A price for every line, as the endpoint requires. */
export const pricesOf = (lines: readonly OfferProduct[], typed: Typed) =>
  lines.map((line) => ({ id: Number(line.id), unit_price: priceOf(line, typed) ?? cents(0) }));

export function badgeOf(
  { state }: Offer['attributes'],
  side: Side,
): { tone: 'red' | 'yellow'; label: string } {
  if (state === 'rejected') return { tone: 'red', label: 'Rejected' };
  const turn = state === 'buyer_review' ? 'buyer' : 'seller';
  return { tone: 'yellow', label: turn === side ? 'Ready for review' : 'Sent for review' };
}

/** The difference of two prices: "−8 %". */
export function difference(price: Cents, than: Cents | null): string | null {
  if (than === null || than === 0 || price === than) return null;
  const percent = Math.round(((price - than) / than) * 100);
  if (percent === 0) return null;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`;
}
