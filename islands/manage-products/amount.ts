import { ValidationError } from 'yup';
import { type Cents, cents, parseUnits } from '../../server/contract/money';
import type { OwnProduct } from '../../server/products/contract';
import { productPieces } from '../../server/products/form-schema';
import {
  ABOVE_MSRP,
  belowMinimum,
  minimumIsAboveUnits,
  NO_PRICE,
  NO_UNITS,
  priceIsAboveMsrp,
} from '../../server/products/rules';
import {
  type Edit,
  isNegative,
  NOT_A_PRICE,
  NOT_WHOLE,
  readDecimal,
  showDecimal,
  showUnits,
  typedPrice,
  typedUnits,
} from '../forms/number-fields';

export type AmountField = 'units' | 'seller_price_cents';
export type Amount = bigint | Cents | null;

const REQUIRED_WORDS = { units: NO_UNITS, seller_price_cents: NO_PRICE };

/** Rules of the field alone; the comparison with the MSRP follows. */
const RULES = { units: productPieces.units, seller_price_cents: productPieces.msrp_cents };

export const shownAmount = (field: AmountField, amount: Amount): string => {
  if (amount === null) return '';
  return field === 'units' ? showUnits(String(amount)) : showDecimal(cents(amount));
};

/** The text that the cell shows after a change. */
export const amountInput = (field: AmountField, typed: string, before: string, edit: Edit): string =>
  field === 'units' ? showUnits(typedUnits(typed, before, edit)) : typedPrice(typed, before);

/** Parses and validates by the same rules as the server. */
export function readAmount(
  field: AmountField,
  typed: string,
  { msrp_cents, min_order_units }: Pick<OwnProduct, 'msrp_cents' | 'min_order_units'>,
): { amount: NonNullable<Amount> } | { fault: string } {
  const read = field === 'units' ? parseUnits(typed) : readDecimal(typed);
  if (read === null || Number.isNaN(read)) return { fault: missingOrUnreadable(field, typed) };
  try {
    (RULES[field]() as { validateSync(value: unknown): unknown }).validateSync(read);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { fault: error.message };
  }
  if (field === 'seller_price_cents' && priceIsAboveMsrp(cents(read), msrp_cents))
    return { fault: ABOVE_MSRP };
  if (field === 'units' && min_order_units !== null && minimumIsAboveUnits(min_order_units, BigInt(read)))
    return { fault: belowMinimum(min_order_units) };
  return { amount: read };
}

function missingOrUnreadable(field: AmountField, typed: string): string {
  if (typed.trim() === '' || isNegative(typed)) return REQUIRED_WORDS[field];
  return field === 'units' ? NOT_WHOLE : NOT_A_PRICE;
}
