import type { ProductRow } from '../../db/tables';
import type { ProductInput } from '../products/contract';
import { defaultOf, sizeFields } from '../products/defaults';
import { type ImportField, importFields } from './rules';

export type ExistingProduct = Required<{ [Field in ImportField]: ProductInput[Field] | null }> & {
  /** Null before the product is written. */
  id: number | null;
  provisional: boolean;
  /** By field; why, does not matter to a merge. */
  provisional_errors: Readonly<Record<string, unknown>>;
};

const withFields = (
  fieldOf: (field: ImportField) => unknown,
  state: Pick<ExistingProduct, 'id' | 'provisional' | 'provisional_errors'>,
) =>
  ({
    ...Object.fromEntries(importFields.map((field) => [field, fieldOf(field)])),
    ...state,
  }) as ExistingProduct;

export const NEW_PRODUCT = withFields(defaultOf, { id: null, provisional: true, provisional_errors: {} });

export function toExistingProduct(row: ProductRow): ExistingProduct {
  const stored = row as unknown as Record<string, unknown>;
  const fieldOf = (field: ImportField) =>
    sizeFields.includes(field) && stored[field] !== null ? Number(stored[field]) : stored[field];
  const { id, provisional, provisional_errors } = row;
  return withFields(fieldOf, { id, provisional, provisional_errors });
}

/** Whether an import may fill the field. */
export const isEmpty = (product: ExistingProduct, field: ImportField) => {
  const stored = product[field];
  return stored === null || stored === undefined || stored === '' || stored === defaultOf(field);
};
