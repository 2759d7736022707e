import { caseFault, smallestQuantity } from '../../server/contract/case-packs';
import {
  type Cents,
  cents,
  formatUnits,
  lineTotal,
  MoneyError,
  parseUnits,
  type Units,
} from '../../server/contract/money';
import { shareOf } from '../../server/contract/percent';
import type { Product } from '../../server/products/contract';

/** The values of the offer form. */
export interface Draft {
  /** Digits. */
  quantity: string;
  unit_price: Cents | null;
}

export interface OfferCheck {
  errors: { quantity?: string; unit_price?: string };
  /** null if a value is missing or the total exceeds 2^53 − 1. */
  total: Cents | null;
}

type Bounds = Pick<Product, 'units' | 'min_order_units' | 'seller_price_cents'> &
  Partial<Pick<Product, 'order_multiple'>>;

export const firstDraft = (product: Bounds): Draft => ({
  quantity: String(smallestQuantity(product)),
  unit_price: product.seller_price_cents,
});

/** Checks quantity and price; the minimum is the effective one. */
export function checkOffer({ quantity, unit_price }: Draft, product: Bounds): OfferCheck {
  const errors: OfferCheck['errors'] = {};
  const units = parseUnits(quantity);
  const minimum = smallestQuantity(product);
  const unfit = units === null || units === 0n ? null : caseFault(units, product);
  if (unfit && (product.units === null || (units ?? 0n) < product.units)) errors.quantity = unfit;
  else if (units === null || units < minimum) errors.quantity = `${formatUnits(minimum)} unit minimum`;
  else if (product.units !== null && units > product.units) errors.quantity = 'Exceeds available units';
  if (unit_price === null || unit_price < 1) errors.unit_price = '$0.01 minimum';
  else if (product.seller_price_cents !== null && unit_price > product.seller_price_cents)
    errors.unit_price = 'Above the asking price';
  return { errors, total: units === null || unit_price === null ? null : totalOf(unit_price, units) };
}

function totalOf(price: Cents, units: Units): Cents | null {
  try {
    return lineTotal(price, units);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

export const discounts = [5, 10, 15] as const;

/** Rounds half up to the cent; at least one cent. */
export const discounted = (asking: Cents, percent: number): Cents =>
  cents(Math.max(1, shareOf(asking, (100 - percent) * 10)));
