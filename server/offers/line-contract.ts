import { type Cents, formatUnits, lineTotal, type Units } from '../contract/money';
import type { Side } from './state-contract';

export interface LineProduct {
  units: Units | null;
  min_order_units: Units | null;
  seller_price_cents: Cents | null;
  listed: boolean;
}

/** The smaller of `min_order_units` and `units`, at least 1 (docs/rules.md#cart). */
export const effectiveMinimum = ({
  min_order_units,
  units,
}: Pick<LineProduct, 'units' | 'min_order_units'>): Units => {
  const minimum = min_order_units ?? 0n;
  const bounded = units !== null && units < minimum ? units : minimum;
  return bounded > 1n ? bounded : 1n;
};

export const isBuyable = (line: { unit_price: Cents; quantity: Units }, product: LineProduct) =>
  product.listed &&
  product.units !== null &&
  line.quantity <= product.units &&
  line.unit_price === product.seller_price_cents;

export interface LineErrors {
  quantity?: string;
  unit_price?: string;
}

/** Errors of a cart line by field (docs/rules.md#cart). */
export function lineErrors(
  line: { quantity: Units | null; unit_price: Cents | null },
  product: LineProduct,
  dollarsOf: (amount: Cents) => string,
): LineErrors {
  const errors: LineErrors = {};
  const minimum = effectiveMinimum(product);
  if (product.units !== null && line.quantity !== null && line.quantity > product.units) {
    errors.quantity = `${formatUnits(product.units)} max`;
  } else if (line.quantity === null || line.quantity < minimum)
    errors.quantity = `${formatUnits(minimum)} min`;
  const asking = product.seller_price_cents;
  if (asking !== null && line.unit_price !== null && line.unit_price > asking)
    errors.unit_price = `${dollarsOf(asking)} max`;
  else if (line.unit_price === null || line.unit_price < 1) errors.unit_price = '$0.01 min';
  return errors;
}

export const offerTotal = (lines: readonly { unit_price: Cents; quantity: Units }[]) =>
  lines.map((line) => lineTotal(line.unit_price, line.quantity));

export const ABOVE_SELLER = 'Above seller offer';

export const BELOW_BUYER = 'Below buyer offer';

/** The error of a counter's price; null within the bounds. */
export const counterError = (
  unitPrice: Cents | null,
  by: Side,
  bounds: { min: Cents; max: Cents },
): string | null => {
  if (unitPrice === null || unitPrice < bounds.min) return by === 'seller' ? BELOW_BUYER : '$0.01 min';
  return unitPrice > bounds.max ? (by === 'buyer' ? ABOVE_SELLER : 'Above asking price') : null;
};
