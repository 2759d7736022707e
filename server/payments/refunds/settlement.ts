import type { AdjustmentRow, RefundRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { audit } from '../../accounts/audit';
import type { Staff } from '../../accounts/policy';
import type { Cents } from '../../contract/money';
import { Conflict, NotFound } from '../../http/errors';
import { lockOrder } from '../../orders/transitions';
import { moneyLeft, shareAmongLines } from '../adjustment-caps';
import { returnMoney } from '../adjustments';
import { sendRefundMail } from './mailer';
import { enqueueRefund } from './refund';
import { afterSuccess } from './result';
import { type RefundEvent, refundStatusAfter } from './state-machine';

interface ProviderRefund {
  readonly goods: Cents;
  readonly freight: Cents;
  readonly providerId: string;
  readonly reason: string;
}

/** Books a refund made at Stripe, or a lost dispute: no further refund. Throws what `returnMoney` throws. */
export async function bookProviderRefund(
  tx: Tx,
  staff: Staff,
  orderId: number,
  { goods, freight, providerId, reason }: ProviderRefund,
): Promise<AdjustmentRow> {
  const order = await lockOrder(tx, orderId);
  const adjustment = await returnMoney(tx, order, {
    kind: 'provider',
    lines: shareAmongLines(await moneyLeft(tx, order), goods),
    freight_cents: freight,
    providerId,
    reason,
    by: { actor: 'staff', userId: staff.id },
  });
  await tx('purchase_orders')
    .where({ id: orderId })
    .whereIn('payment_flag', ['refunded_at_provider', 'disputed'])
    .update({ payment_flag: null });
  await audit(tx, staff, 'order.adjustment', 'purchase_order', orderId, { after: adjustment });
  return adjustment;
}

async function lockedRefund(tx: Tx, id: number, event: RefundEvent) {
  const found = await tx('refunds').where({ id }).first('purchase_order_id');
  if (!found) throw NotFound();
  const order = await lockOrder(tx, found.purchase_order_id);
  const refund = await tx('refunds').where({ id }).forUpdate().first();
  if (!refund) throw NotFound();
  const status = refundStatusAfter(event, refund.status, 'staff');
  if (status === null)
    throw Conflict(refund.status === 'pending' ? 'This refund is on its way.' : 'This refund is settled.');
  return { order, refund, status };
}

const firstKey = ({ idempotency_key: key, key_number }: RefundRow) =>
  key_number === 1 ? key : key.slice(0, -`-${key_number}`.length);

/** Another try at Stripe, under a key of its own. Throws Conflict unless the refund failed. */
export async function retry(tx: Tx, staff: Staff, id: number): Promise<void> {
  const { order, refund, status } = await lockedRefund(tx, id, 'retry');
  const keyNumber = refund.key_number + 1;
  await tx('refunds')
    .where({ id })
    .update({
      status,
      key_number: keyNumber,
      idempotency_key: `${firstKey(refund)}-${keyNumber}`,
      provider_id: null,
      failure: null,
      updated_at: tx.fn.now(),
    });
  await enqueueRefund(tx, id);
  await audit(tx, staff, 'refund.retry', 'refund', id, { before: { failure: refund.failure } });
  await tx.events.orderChanged(order, { event: 'refund', refundId: id });
}

/** Money that staff sent outside Stripe. Throws Conflict unless the refund failed or is manual. */
export async function settleByHand(tx: Tx, staff: Staff, id: number, reference: string): Promise<void> {
  const { order, refund, status } = await lockedRefund(tx, id, 'settle');
  await tx('refunds').where({ id }).update({
    status,
    reference,
    settled_by: staff.id,
    settled_at: tx.fn.now(),
    updated_at: tx.fn.now(),
  });
  await audit(tx, staff, 'refund.settled', 'refund', id, {
    before: { status: refund.status },
    after: { reference },
  });
  await afterSuccess(tx, refund);
  if (refund.adjustment_id === null) await sendRefundMail(tx, refund);
  await tx.events.orderChanged(order, { event: 'refund', refundId: id });
}
