import type { ProductRow } from '../../db/tables';
import type { Units } from '../contract/money';
import type { ProductInput } from '../products/contract';
import { defaultOf, sizeFields } from '../products/defaults';
import { type ImportField, importFields } from './rules';

export type ExistingProduct = Required<{ [Field in ImportField]: ProductInput[Field] | null }> & {
  /** Null before the product is written. */
  id: number | null;
  /** For which moment its units were last set. */
  counted_at: Date | null;
  /** Units sold (below 0) and returned since the file's were counted. */
  moved: Units;
  provisional: boolean;
  /** By field; why, does not matter to a merge. */
  provisional_errors: Readonly<Record<string, unknown>>;
};

const withFields = (
  fieldOf: (field: ImportField) => unknown,
  state: Pick<ExistingProduct, 'id' | 'counted_at' | 'moved' | 'provisional' | 'provisional_errors'>,
) =>
  ({
    ...Object.fromEntries(importFields.map((field) => [field, fieldOf(field)])),
    ...state,
  }) as ExistingProduct;

export const NEW_PRODUCT = withFields(defaultOf, {
  id: null,
  counted_at: null,
  moved: 0n,
  provisional: true,
  provisional_errors: {},
});

export function toExistingProduct(row: ProductRow, moved: Units = 0n): ExistingProduct {
  const stored = row as unknown as Record<string, unknown>;
  const fieldOf = (field: ImportField) =>
    sizeFields.includes(field) && stored[field] !== null ? Number(stored[field]) : stored[field];
  const { id, counted_at, provisional, provisional_errors } = row;
  return withFields(fieldOf, { id, counted_at, moved, provisional, provisional_errors });
}

/** Whether an import may fill the field. */
export const isEmpty = (product: ExistingProduct, field: ImportField) => isEmptyValue(field, product[field]);

export const isEmptyValue = (field: string, stored: unknown) =>
  stored === null || stored === undefined || stored === '' || stored === defaultOf(field);
