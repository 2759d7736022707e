import type { ProductRow } from '../../../db/tables';
import { type BatchAnswer, type BatchOutcome, type BatchResult, batchOutcomes } from './contract';
import type { BatchRow } from './read-row';

type Shown = Pick<ProductRow, 'id' | 'upc' | 'sku' | 'version' | 'provisional' | 'provisional_errors'>;

interface Parts {
  /** Its product after the row. */
  readonly product?: Shown;
  readonly errors?: Readonly<Record<string, string>>;
  readonly warnings?: BatchResult['warnings'];
}

const inLists = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]]));

export const resultOf = (
  row: BatchRow,
  outcome: BatchOutcome,
  { product, errors = {}, warnings = [] }: Parts = {},
): BatchResult => ({
  index: row.index,
  upc: product?.upc ?? row.upc,
  sku: product ? product.sku : row.sku,
  id: product?.id ?? null,
  outcome,
  version: product?.version ?? null,
  provisional: product?.provisional ?? null,
  provisional_errors: product?.provisional_errors ?? {},
  errors: inLists(errors),
  warnings,
});

export const refused = (
  row: BatchRow,
  errors: Readonly<Record<string, string>>,
  product?: ProductRow,
): BatchResult => resultOf(row, 'refused', { errors, ...(product && { product }) });

export const conflict = (
  row: BatchRow,
  product: ProductRow,
  errors: Readonly<Record<string, string>>,
): BatchResult => ({
  ...resultOf(row, 'conflict', { product, errors }),
  current: {
    version: product.version,
    units: product.units,
    seller_price_cents: product.seller_price_cents,
    updated_at: product.updated_at.toISOString(),
  },
});

/** A product that stays provisional is `incomplete`, whatever the row did to it. */
export const outcomeOf = (
  { provisional }: Shown,
  otherwise: 'new' | 'changed' | 'unchanged',
): BatchOutcome => (provisional ? 'incomplete' : otherwise);

export function answerOf(results: BatchAnswer['results']): BatchAnswer {
  const counts = Object.fromEntries(batchOutcomes.map((outcome) => [outcome, 0])) as BatchAnswer['counts'];
  for (const { outcome } of results) counts[outcome] += 1;
  return { counts, results };
}
