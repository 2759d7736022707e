import { endpoint } from '../contract/endpoint';
import type { Cents } from '../contract/money';

export const bulkActions = ['accept_at_or_above', 'counter_at', 'reject'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const MAX_BULK_OFFERS = 100;

export type PlannedAction = 'accept' | 'counter' | 'reject' | 'skip';
export type RowState = 'waiting' | 'done' | 'skipped' | 'failed';

export interface PreviewRow {
  offer_id: number;
  offer_number: string;
  buyer_name: string;
  version: number;
  action: PlannedAction;
  reason: string | null;
  /** With at most one decimal; null where a product has no asking price. */
  percent_of_asking: number | null;
  /** Goods and freight, as they stand. */
  total_cents: Cents;
  /** After the answer; null where it leaves no price. */
  new_total_cents: Cents | null;
  net_cents: Cents | null;
  lines: { id: number; unit_price: Cents; new_unit_price: Cents }[];
}

export interface BulkPreview {
  rows: PreviewRow[];
  totals: Record<PlannedAction, number> & { total_cents: Cents; net_cents: Cents };
}

export interface BulkAnswer {
  id: number;
  state: 'running' | 'done';
  rows: {
    offer_id: number;
    offer_number: string;
    buyer_name: string;
    action: PlannedAction;
    state: RowState;
    reason: string | null;
    purchase_order_id: number | null;
  }[];
}

export const previewBulkAnswer = endpoint<BulkPreview>()('POST /offers/bulk_answers/preview', 'B');

export const startBulkAnswer = endpoint<{ bulk_answer: BulkAnswer }>()('POST /offers/bulk_answers');

export const showBulkAnswer = endpoint<{ bulk_answer: BulkAnswer }>()('GET /offers/bulk_answers/:id');
