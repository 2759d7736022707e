import {
  type Cents,
  cents,
  formatUnits,
  lineTotal,
  MoneyError,
  parseUnits,
  type Units,
} from '../../server/contract/money';
import { effectiveMinimum } from '../../server/offers/line-contract';
import type { Product } from '../../server/products/contract';

/** What stands in the offer form. */
export interface Draft {
  /** Digits. */
  quantity: string;
  unit_price: Cents | null;
}

export interface OfferCheck {
  errors: { quantity?: string; unit_price?: string };
  /** null while something is missing, or past what money can say. */
  total: Cents | null;
}

type Bounds = Pick<Product, 'units' | 'min_order_units' | 'seller_price_cents'>;

export const firstDraft = (product: Bounds): Draft => ({
  quantity: String(effectiveMinimum(product)),
  unit_price: product.seller_price_cents,
});

/** The form's bounds in the spec's words; the minimum is the effective one. */
export function checkOffer({ quantity, unit_price }: Draft, product: Bounds): OfferCheck {
  const errors: OfferCheck['errors'] = {};
  const units = parseUnits(quantity);
  const minimum = effectiveMinimum(product);
  if (units === null || units < minimum) errors.quantity = `${formatUnits(minimum)} unit minimum`;
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

/** The asking price less so many percent, rounded half up to the cent; never less than one. */
export const discounted = (asking: Cents, percent: number): Cents =>
  cents(Math.max(1, Number((BigInt(asking) * BigInt(100 - percent) * 2n + 100n) / 200n)));

/** Rounded as percent_off_msrp is: half up. */
export const percentOff = (price: Cents, msrp: Cents): number =>
  Number(((BigInt(msrp) - BigInt(price)) * 200n + BigInt(msrp)) / (2n * BigInt(msrp)));
