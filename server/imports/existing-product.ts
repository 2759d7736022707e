import type { ProductRow } from '../../db/tables';
import type { ProductInput } from '../products/input-contract';
import { importFields } from './columns-contract';
import type { ExistingProduct } from './merge';

const SIZES = new Set<string>(['length', 'width', 'height', 'weight']);

export function toExistingProduct(row: ProductRow): ExistingProduct {
  const stored = row as unknown as Record<string, unknown>;
  const fields = importFields.map((field) => {
    const value = stored[field];
    return [field, SIZES.has(field) && value !== null ? Number(value) : value];
  });
  return {
    ...(Object.fromEntries(fields) as Required<ProductInput>),
    provisional: row.provisional,
    provisional_errors: row.provisional_errors,
  } as ExistingProduct;
}
