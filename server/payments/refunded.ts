import { cents } from '../contract/money';
import type { OrderPart } from '../orders/extras';

/** Goods and freight that were given back by adjustments. */
export const refundedPart: OrderPart = async (db, orders) => {
  const rows = (await db('adjustments')
    .whereIn(
      'purchase_order_id',
      orders.map(({ id }) => id),
    )
    .groupBy('purchase_order_id')
    .select('purchase_order_id', db.raw('sum(goods_cents + freight_cents)::bigint as amount_cents'))) as {
    purchase_order_id: number;
    amount_cents: number;
  }[];
  const amounts = new Map(rows.map((row) => [row.purchase_order_id, cents(row.amount_cents)]));
  return (orderId) => ({ refunded_cents: amounts.get(orderId) ?? cents(0) });
};
