import { caseFault, type Pack, smallestQuantity } from '../contract/case-packs';
import { type Cents, formatUnits, percentOff, type Units } from '../contract/money';

export interface LineProduct extends Pack {
  seller_price_cents: Cents | null;
  listed: boolean;
}

export const isBuyable = (line: { unit_price: Cents; quantity: Units }, product: LineProduct) =>
  product.listed &&
  product.units !== null &&
  line.quantity <= product.units &&
  line.unit_price === product.seller_price_cents;

export function belowAsking(price: Cents, asking: Cents): string {
  if (price === asking) return 'At asking price';
  return `${percentOff(price, asking) || '<1'}% below asking`;
}

export interface LineErrors {
  quantity?: string;
  unit_price?: string;
}

function quantityError(quantity: Units | null, product: Pack): string | null {
  const minimum = smallestQuantity(product);
  if (product.units !== null && quantity !== null && quantity > product.units)
    return `${formatUnits(product.units)} max`;
  const unfit = quantity !== null && quantity > 0n ? caseFault(quantity, product) : null;
  if (unfit) return unfit;
  return quantity === null || quantity < minimum ? `${formatUnits(minimum)} min` : null;
}

function priceError(price: Cents | null, asking: Cents | null, dollarsOf: (amount: Cents) => string) {
  if (asking !== null && price !== null && price > asking) return `${dollarsOf(asking)} max`;
  return price === null || price < 1 ? '$0.01 min' : null;
}

export function lineErrors(
  line: { quantity: Units | null; unit_price: Cents | null },
  product: LineProduct,
  dollarsOf: (amount: Cents) => string,
): LineErrors {
  const quantity = quantityError(line.quantity, product);
  const unit_price = priceError(line.unit_price, product.seller_price_cents, dollarsOf);
  return { ...(quantity && { quantity }), ...(unit_price && { unit_price }) };
}
