import { caseFault, type Pack, smallestQuantity } from '../../contract/case-packs';
import type { FieldCode } from '../../contract/error-codes';
import { type Cents, cents, dollars, formatUnits, type Units } from '../../contract/money';

export interface LineProduct extends Pack {
  seller_price_cents: Cents | null;
  listed: boolean;
}

export const isBuyable = (line: { unit_price: Cents; quantity: Units }, product: LineProduct) =>
  product.listed &&
  product.units !== null &&
  line.quantity <= product.units &&
  line.unit_price === product.seller_price_cents;

interface LineProblem extends FieldCode {
  readonly text: string;
}

type LineField = 'quantity' | 'unit_price';

type LineProblems = Partial<Record<LineField, LineProblem>>;

export type LineErrors = Partial<Record<LineField, string>>;

function quantityProblem(quantity: Units | null, product: Pack): LineProblem | null {
  const minimum = smallestQuantity(product);
  if (product.units !== null && quantity !== null && quantity > product.units)
    return { code: 'max', max: String(product.units), text: `${formatUnits(product.units)} max` };
  const unfit = quantity !== null && quantity > 0n ? caseFault(quantity, product) : null;
  if (unfit) return { code: 'case', text: unfit };
  return quantity === null || quantity < minimum
    ? { code: 'min', min: String(minimum), text: `${formatUnits(minimum)} min` }
    : null;
}

function priceProblem(price: Cents | null, asking: Cents | null, dollarsOf: (amount: Cents) => string) {
  if (asking !== null && price !== null && price > asking)
    return { code: 'max', max: asking, text: `${dollarsOf(asking)} max` };
  return price === null || price < 1 ? { code: 'min', min: 1, text: '$0.01 min' } : null;
}

/** What a line breaks, by its field. */
export function lineProblems(
  line: { quantity: Units | null; unit_price: Cents | null },
  product: LineProduct,
  dollarsOf: (amount: Cents) => string,
): LineProblems {
  const quantity = quantityProblem(line.quantity, product);
  const unit_price = priceProblem(line.unit_price, product.seller_price_cents, dollarsOf);
  return { ...(quantity && { quantity }), ...(unit_price && { unit_price }) };
}

export const lineErrors = (...given: Parameters<typeof lineProblems>): LineErrors =>
  Object.fromEntries(Object.entries(lineProblems(...given)).map(([field, { text }]) => [field, text]));

export const missingToMinimum = (goods: Cents, minimum: Cents): Cents => cents(Math.max(0, minimum - goods));

export const belowMinimumOrder = (seller: string, minimum: Cents, missing: Cents) =>
  `${seller} has a ${dollars(minimum)} minimum order. Add ${dollars(missing)} more.`;
