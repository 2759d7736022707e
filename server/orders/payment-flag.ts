import type { Tx } from '../../db/transaction';

export type PaymentFlag =
  | 'wrong_amount'
  | 'paid_twice'
  | 'paid_when_canceled'
  | 'disputed'
  | 'refunded_at_provider'
  | 'refund_failed';

/** Flags the order for staff without changing its status. Idempotent per flag. */
export async function flagPayment(tx: Tx, orderId: number, flag: PaymentFlag): Promise<void> {
  const [order] = await tx('purchase_orders')
    .where({ id: orderId })
    .whereRaw('payment_flag is distinct from ?', [flag])
    .update({ payment_flag: flag, version: tx.raw('version + 1'), updated_at: tx.fn.now() })
    .returning('*');
  if (!order) return;
  await tx.events.orderChanged(order, 'flag_payment');
}
