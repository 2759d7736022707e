import type { Knex } from 'knex';
import type { RefundRow } from '../../../db/tables';

export type RefundWithNames = RefundRow & { po_number: string; buyer_name: string };

const refundsWithNames = (db: Knex) =>
  db('refunds')
    .join('purchase_orders', 'purchase_orders.id', 'refunds.purchase_order_id')
    .join('buyers', 'buyers.id', 'purchase_orders.buyer_id')
    .select('refunds.*', 'purchase_orders.po_number', 'buyers.name as buyer_name');

export const refundWithNames = async (db: Knex, id: number): Promise<RefundWithNames | undefined> =>
  (await refundsWithNames(db).where('refunds.id', id).first()) as RefundWithNames | undefined;

const MAX_LISTED = 500;

export const refundsToSettle = async (db: Knex): Promise<RefundWithNames[]> =>
  (await refundsWithNames(db)
    .whereIn('refunds.status', ['failed', 'manual'])
    .orderBy('refunds.id')
    .limit(MAX_LISTED)) as RefundWithNames[];
