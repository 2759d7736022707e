import type { PurchaseOrderRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { cents } from '../../contract/money';

type Canceled = Pick<PurchaseOrderRow, 'id' | 'total_cents' | 'paid_at' | 'confirmed_by_staff'>;

/** Staff send back what they confirmed without Stripe. What arrives at Stripe is refunded there. */
export async function requestRefundByHand(tx: Tx, order: Canceled): Promise<void> {
  if (!order.paid_at || !order.confirmed_by_staff || (await hasProviderPayment(tx, order.id))) return;
  const amount = order.total_cents - (await returnedOf(tx, order.id));
  if (amount <= 0) return;
  await tx('refunds')
    .insert({
      purchase_order_id: order.id,
      payment_intent_id: null,
      idempotency_key: `refund-order-${order.id}`,
      amount_cents: cents(amount),
      status: 'manual',
    })
    .onConflict('idempotency_key')
    .ignore();
}

/** Submitted, so it may still be paid. */
const hasProviderPayment = async (tx: Tx, purchase_order_id: number) =>
  (await tx('payment_attempts').where({ purchase_order_id, status: 'complete' }).first('id')) !== undefined;

async function returnedOf(tx: Tx, purchase_order_id: number): Promise<number> {
  const returned = await tx('adjustments')
    .where({ purchase_order_id })
    .select('goods_cents', 'freight_cents');
  return returned.reduce((sum, { goods_cents, freight_cents }) => sum + goods_cents + freight_cents, 0);
}
