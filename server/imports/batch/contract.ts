import { endpoint } from '../../contract/endpoint';
import type { Cents, Units } from '../../contract/money';

export const MAX_BATCH_ROWS = 1_000;

export const batchOutcomes = ['new', 'changed', 'unchanged', 'incomplete', 'refused', 'conflict'] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

export interface BatchWarning {
  field: string;
  value: string;
  message: string;
}

export interface BatchResult {
  /** Of the row, from 0. */
  index: number;
  upc: string | null;
  sku: string | null;
  id: number | null;
  outcome: BatchOutcome;
  /** Of the product after the row. */
  version: number | null;
  provisional: boolean | null;
  provisional_errors: Record<string, string>;
  errors: Record<string, string[]>;
  warnings: BatchWarning[];
  /** Where another change came first: the product as it is. */
  current?: {
    version: number;
    units: Units | null;
    seller_price_cents: Cents | null;
    updated_at: string;
  };
}

export interface BatchAnswer {
  counts: Record<BatchOutcome, number>;
  /** In the order of the rows. */
  results: BatchResult[];
}

/** Each row on its own; `units_delta` needs an Idempotency-Key. */
export const writeProducts = endpoint<BatchAnswer>()('PUT /products/batch');
