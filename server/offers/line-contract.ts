import { type Cents, formatUnits, percentOff, type Units } from '../contract/money';

export interface LineProduct {
  units: Units | null;
  min_order_units: Units | null;
  seller_price_cents: Cents | null;
  listed: boolean;
}

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

/** "17% below asking" */
export function belowAsking(price: Cents, asking: Cents): string {
  if (price === asking) return 'At asking price';
  return `${percentOff(price, asking) || '<1'}% below asking`;
}

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
