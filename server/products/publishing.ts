import type { ProductRow } from '../../db/tables';
import { REQUIRED } from '../contract/fields';
import { NO_PHOTO, NO_PRICE, NO_UNITS } from './form-contract';

/** Requirements for publishing (docs/rules.md#products) and their messages. */
const requiredFields = {
  name: REQUIRED,
  upc: REQUIRED,
  photo_1: NO_PHOTO,
  msrp_cents: NO_PRICE,
  wholesale_cents: NO_PRICE,
  seller_price_cents: NO_PRICE,
} as const;

type RequiredField = keyof typeof requiredFields;
type Publishable = Pick<ProductRow, RequiredField | 'units' | 'provisional_errors'>;

const isMissing = (value: unknown) => value === null || value === undefined || value === '';

export function missingFor(product: Pick<ProductRow, RequiredField>): Record<string, string> {
  const fields = Object.entries(requiredFields) as [RequiredField, string][];
  return Object.fromEntries(fields.filter(([field]) => isMissing(product[field])));
}

/** Import problems of fields that are still empty, units among them (docs/rules.md#products). */
export const errorsLeft = (product: Publishable): Record<string, string> =>
  Object.fromEntries(
    Object.entries(product.provisional_errors).filter(([field]) =>
      isMissing((product as unknown as Record<string, unknown>)[field]),
    ),
  );

export const isComplete = (product: Publishable) =>
  Object.keys(missingFor(product)).length === 0 && Object.keys(errorsLeft(product)).length === 0;

export function clearingFault(field: string, product: Pick<ProductRow, 'provisional' | 'units'>) {
  if (field === 'name' || field === 'upc') return REQUIRED;
  if (field === 'units') return product.units === null ? null : NO_UNITS;
  if (product.provisional) return null;
  return field in requiredFields ? requiredFields[field as RequiredField] : null;
}
