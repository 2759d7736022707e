import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import type { OrderHistoryRow, PurchaseOrderProductRow, PurchaseOrderRow, RefundRow } from '../../db/tables';
import type { Person, Staff } from '../accounts/policy';
import type { OrderActivity } from './fulfilment-contract';

export interface OrderWithNames extends PurchaseOrderRow {
  buyer_name: string;
  seller_name: string;
  /** Of a canceled order's whole payment. */
  refund_status: Exclude<RefundRow['status'], 'manual'> | null;
}

export type OrderLine = PurchaseOrderProductRow & { seller_id: number };

export function ordersSeenBy(db: Knex, { kind, buyer_id, seller_id }: Person) {
  const query = db('purchase_orders')
    .join('buyers', 'buyers.id', 'purchase_orders.buyer_id')
    .join('sellers', 'sellers.id', 'purchase_orders.seller_id')
    .select('purchase_orders.*', 'buyers.name as buyer_name', 'sellers.name as seller_name')
    .select(
      db.raw(`(select refunds.status from refunds where refunds.purchase_order_id = purchase_orders.id
                 and refunds.adjustment_id is null
               order by refunds.id desc limit 1) as refund_status`),
    );
  if (kind === 'staff') return query;
  if (kind === 'buyer') return query.where('purchase_orders.buyer_id', buyer_id);
  return query.where('purchase_orders.seller_id', seller_id);
}

export const NEWEST_FIRST = [
  { column: 'purchase_orders.created_at', order: 'desc' },
  { column: 'purchase_orders.id', order: 'desc' },
];

export const allOrders = async (db: Knex, staff: Staff, { limit, offset }: Page) =>
  (await ordersSeenBy(db, staff).orderBy(NEWEST_FIRST).limit(limit).offset(offset)) as OrderWithNames[];

export async function orderCount(db: Knex): Promise<number> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(
    `select coalesce(sum(n), 0)::int as n from tallied('purchase_orders')`,
  );
  return rows[0]?.n ?? 0;
}

export async function linesAndHistoryOf(db: Knex, orders: readonly { id: number }[]) {
  const ids = orders.map(({ id }) => id);
  const [lines, history] = await Promise.all([
    db('purchase_order_products')
      .join('purchase_orders', 'purchase_orders.id', 'purchase_order_products.purchase_order_id')
      .whereIn('purchase_order_id', ids)
      .select('purchase_order_products.*', 'purchase_orders.seller_id')
      .orderBy('purchase_order_products.id') as unknown as Promise<OrderLine[]>,
    db('order_history').whereIn('purchase_order_id', ids).orderBy('id') as unknown as Promise<
      OrderHistoryRow[]
    >,
  ]);
  return { lines, history };
}

/** Oldest first. */
export async function activityOf(db: Knex, orderId: number): Promise<OrderActivity[]> {
  const rows = await db('order_activity').where({ purchase_order_id: orderId }).orderBy('id');
  return rows.map(({ at, actor, event, detail }) => ({ at: at.toISOString(), actor, event, detail }));
}
