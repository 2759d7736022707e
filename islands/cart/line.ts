import { type Cents, cents, dollars, lineTotal, parseUnits, type Units } from '../../server/contract/money';
import { isBuyable, type LineErrors, lineErrors, type OfferProduct } from '../../server/offers/contract';

/** What stands in the fields of one line. */
export interface Draft {
  /** Digits. */
  quantity: string;
  unit_price: Cents | null;
}

export interface LineState {
  quantity: Units | null;
  unit_price: Cents | null;
  errors: LineErrors;
  changed: boolean;
  buyable: boolean;
  /** null while a value is missing or in error. */
  total: Cents | null;
}

export const draftOf = ({ attributes }: OfferProduct): Draft => ({
  quantity: String(attributes.quantity),
  unit_price: attributes.unit_price,
});

const safeTotal = (price: Cents, quantity: Units): Cents | null => {
  try {
    return lineTotal(price, quantity);
  } catch {
    return null;
  }
};

export function lineState({ attributes }: OfferProduct, draft: Draft): LineState {
  const quantity = parseUnits(draft.quantity);
  const { unit_price } = draft;
  const errors = lineErrors({ quantity, unit_price }, attributes.product, dollars);
  const complete = quantity !== null && unit_price !== null;
  return {
    quantity,
    unit_price,
    errors,
    changed: quantity !== attributes.quantity || unit_price !== attributes.unit_price,
    buyable: complete && isBuyable({ quantity, unit_price }, attributes.product),
    total: complete ? safeTotal(unit_price, quantity) : null,
  };
}

/** What has become of the product since the line was written; null where nothing has. */
export function newsOf({ attributes: { product, quantity } }: OfferProduct): string | null {
  if (!product.listed) return 'Not available any more';
  if (product.units === null) return 'TBD: the seller has not said how many there are';
  if (product.units === 0n) return 'Sold out';
  if (product.units < quantity) return `Only ${product.units.toLocaleString('en-US')} left`;
  return null;
}

export const sumOf = (totals: readonly (Cents | null)[]): Cents | null =>
  totals.includes(null) ? null : cents(totals.reduce<number>((sum, total) => sum + (total ?? 0), 0));
