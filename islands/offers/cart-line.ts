import {
  type Cents,
  cents,
  dollars,
  formatUnits,
  lineTotal,
  MAX_TOTAL_CENTS,
  MIN_TOTAL_CENTS,
  parseUnits,
  TOTAL_OUT_OF_RANGE,
  TOTAL_TOO_LARGE,
  type Units,
} from '../../server/contract/money';
import { isBuyable, type LineErrors, lineErrors } from '../../server/offers/cart/rules';
import type { OfferProduct } from '../../server/offers/contract';

export interface Draft {
  /** Digits. */
  quantity: string;
  unit_price: Cents | null;
}

export interface LineState {
  quantity: Units | null;
  unit_price: Cents | null;
  errors: LineErrors;
  /** Why the line cannot be sent, regardless of its fields. */
  blocked: string | null;
  changed: boolean;
  buyable: boolean;
  /** null if a value is missing or the total exceeds 2^53 − 1. */
  total: Cents | null;
}

type Product = OfferProduct['attributes']['product'];

/** The product's values that matter to a buyer. */
export type Facts = Pick<Product, 'units' | 'min_order_units' | 'seller_price_cents' | 'order_multiple'>;

export const factsOf = ({ units, min_order_units, seller_price_cents, order_multiple }: Product): Facts => ({
  units,
  min_order_units,
  seller_price_cents,
  order_multiple,
});

export const draftOf = ({ attributes }: OfferProduct): Draft => ({
  quantity: String(attributes.quantity),
  unit_price: attributes.unit_price,
});

/** null if a value is missing or the total exceeds 2^53 − 1. */
export function totalAt(price: Cents | null, quantity: Units | null): Cents | null {
  if (price === null || quantity === null) return null;
  try {
    return lineTotal(price, quantity);
  } catch {
    return null;
  }
}

/** What its seller paused may come back. */
const unavailableText = ({ paused }: Product) => (paused ? 'Not available' : 'No longer available');

function blockOf(product: Product, complete: boolean, total: Cents | null): string | null {
  if (!product.listed) return unavailableText(product);
  if (product.units === null) return "TBD: the seller hasn't confirmed quantity";
  if (product.units === 0n) return 'Sold out';
  return complete && total === null ? TOTAL_TOO_LARGE : null;
}

/** Of what sold out, the quantity is no error: none would fit. */
function errorsOf(line: Pick<LineState, 'quantity' | 'unit_price'>, product: Product): LineErrors {
  const { quantity, ...errors } = lineErrors(line, product, dollars);
  return quantity === undefined || product.units === 0n ? errors : { quantity, ...errors };
}

export function lineState({ attributes }: OfferProduct, draft: Draft): LineState {
  const { product } = attributes;
  const quantity = parseUnits(draft.quantity);
  const { unit_price } = draft;
  const complete = quantity !== null && unit_price !== null;
  const total = totalAt(unit_price, quantity);
  return {
    quantity,
    unit_price,
    errors: errorsOf({ quantity, unit_price }, product),
    blocked: blockOf(product, complete, total),
    changed: quantity !== attributes.quantity || unit_price !== attributes.unit_price,
    buyable: complete && isBuyable({ quantity, unit_price }, product),
    total,
  };
}

export const isInError = ({ errors, blocked }: LineState) =>
  blocked !== null || errors.quantity !== undefined || errors.unit_price !== undefined;

const amount = <T>(value: T | null, show: (value: T) => string) => (value === null ? 'TBD' : show(value));

/** Changes of the product since `before`, or else since the line was added. */
export function newsOf({ attributes }: OfferProduct, before?: Facts): string[] {
  const { product, quantity, unit_price } = attributes;
  const asking = product.seller_price_cents;
  const news: string[] = [];
  if (!product.listed) news.push(unavailableText(product));
  else if (product.units === null) news.push("TBD: the seller hasn't confirmed quantity");
  else if (product.units === 0n) news.push('Sold out');
  if (before && before.units !== product.units)
    news.push(
      `Units available: ${amount(before.units, formatUnits)} → ${amount(product.units, formatUnits)}`,
    );
  else if (product.units && product.units < quantity) news.push(`Only ${formatUnits(product.units)} left`);
  if (before && before.min_order_units !== product.min_order_units)
    news.push(
      `Minimum: ${formatUnits(before.min_order_units ?? 1n)} → ${formatUnits(product.min_order_units ?? 1n)}`,
    );
  if (before && before.order_multiple !== product.order_multiple)
    news.push(
      product.order_multiple && product.order_multiple > 1n
        ? `Sold in cases of ${formatUnits(product.order_multiple)}`
        : 'Sold by the unit',
    );
  if (before && before.seller_price_cents !== asking)
    news.push(`Asking price: ${amount(before.seller_price_cents, dollars)} → ${amount(asking, dollars)}`);
  else if (asking !== null && asking < unit_price)
    news.push(`The asking price dropped to ${dollars(asking)}. Your price is ${dollars(unit_price)}`);
  return news;
}

/** null if a line has no total or the sum exceeds 2^53 − 1. */
export function sumOf(totals: readonly (Cents | null)[]): Cents | null {
  if (totals.includes(null)) return null;
  const whole = totals.reduce<bigint>((total, one) => total + BigInt(one ?? 0), 0n);
  return whole > BigInt(Number.MAX_SAFE_INTEGER) ? null : cents(whole);
}

/** Why an offer with this total cannot be sent, or null. */
export function totalFault(total: Cents | null): string | null {
  if (total === null) return TOTAL_TOO_LARGE;
  return total < MIN_TOTAL_CENTS || total > MAX_TOTAL_CENTS ? TOTAL_OUT_OF_RANGE : null;
}
