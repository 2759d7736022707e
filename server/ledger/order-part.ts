import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Config } from '../config/config';
import { signedCents } from '../contract/money';
import type { OrderEarnings } from '../orders/contract';
import type { OrderPart } from '../orders/extras';
import { afterClaims } from './serializer';

interface EarningsRow {
  id: number;
  net: bigint;
  status: OrderEarnings['status'];
  payout_number: string | null;
  paid_on: string | null;
}

const earnings = statement<EarningsRow>(
  'earnings of orders',
  `select orders.id, payout.payout_number,
          orders.total_net_to_seller - coalesce(adjusted.net, 0) as net,
          case when payout.status = 'paid' then payout.paid_on end as paid_on,
          case when orders.status = 'canceled' then 'canceled'
               when payout.status = 'paid' then 'paid'
               when payout.status = 'draft' then 'in_payout'
               when orders.released_at is not null then 'available'
               else 'pending' end as status
     from purchase_orders orders
     left join lateral (
       select sum(net_cents)::bigint as net from adjustments where purchase_order_id = orders.id) adjusted on true
     left join lateral (
       select payouts.status, payout_number, paid_on from payout_items join payouts on payouts.id = payout_id
        where purchase_order_id = orders.id and adjustment_id is null and not payout_items.void) payout on true
    where orders.id = any($1) and orders.paid_at is not null`,
);

type Receipt = Pick<PurchaseOrderRow, 'status' | 'payment_flag' | 'receipt_due_at'>;

const receiptDue = ({ status, payment_flag, receipt_due_at }: Receipt): Date | null =>
  status === 'shipped' && payment_flag !== 'disputed' ? receipt_due_at : null;

/** What the seller is owed for each paid order; buyers never learn it. */
export const earningsPart =
  ({ claimDays }: Pick<Config, 'claimDays'>): OrderPart =>
  async (db, orders, viewer) => {
    if (viewer.kind === 'buyer') return () => ({});
    const rows = await earnings(db, [orders.map(({ id }) => id)]);
    const byOrder = new Map(rows.map(({ id, net, ...row }) => [id, { ...row, net_cents: signedCents(net) }]));
    const dueOf = new Map(orders.map((order) => [order.id, receiptDue(order)]));
    return (orderId) => {
      const found = byOrder.get(orderId);
      if (!found) return { earnings: null };
      const available_by = afterClaims(dueOf.get(orderId) ?? null, claimDays);
      return { earnings: available_by === null ? found : { ...found, available_by } };
    };
  };
