import { statement } from '../../db/sql';
import { type Cents, cents } from '../contract/money';
import type { OrderPart } from '../orders/extras';

const refundedOfOrders = statement<{ purchase_order_id: number; amount_cents: Cents }>(
  'refunded of orders',
  `select purchase_order_id, sum(goods_cents + freight_cents)::bigint as amount_cents
     from adjustments where purchase_order_id = any($1::int[]) group by purchase_order_id`,
);

export const refundedPart: OrderPart = async (db, orders) => {
  const rows = await refundedOfOrders(db, [orders.map(({ id }) => id)]);
  const amounts = new Map(rows.map((row) => [row.purchase_order_id, row.amount_cents]));
  return (orderId) => ({ refunded_cents: amounts.get(orderId) ?? cents(0) });
};
