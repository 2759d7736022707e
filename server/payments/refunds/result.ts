import type Stripe from 'stripe';
import type { RefundRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { cents } from '../../contract/money';
import { flagPayment, lockOrder } from '../../orders/transitions';
import type { Services } from '../../services';
import { sendRefundMail } from './mailer';
import { type RefundEvent, refundStatusAfter } from './state-machine';

type Result =
  | Pick<Stripe.Refund, 'id' | 'status' | 'amount'>
  | { status: 'succeeded' | 'failed'; failure?: string };

/** Others are on their way. */
const events: Record<string, RefundEvent> = {
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'fail',
};

/** Records what became of a refund, unless staff have settled it or started another try since it was read. */
export async function saveRefund(
  { transaction }: Pick<Services, 'transaction'>,
  seen: RefundRow,
  result: Result,
) {
  await transaction(async (tx) => {
    const order = await lockOrder(tx, seen.purchase_order_id);
    const refund = await tx('refunds').where({ id: seen.id }).forUpdate().first();
    if (!refund || refund.settled_at || refund.key_number !== seen.key_number) return;
    const event = events[result.status ?? ''];
    const status = (event && refundStatusAfter(event, refund.status, 'provider')) ?? refund.status;
    await tx('refunds')
      .where({ id: refund.id })
      .update({
        status,
        ...('id' in result && { provider_id: result.id, amount_cents: cents(result.amount) }),
        failure: 'failure' in result ? (result.failure ?? null) : null,
        updated_at: tx.fn.now(),
      });
    if (status === 'failed') await flagPayment(tx, order.id, 'refund_failed');
    if (status === refund.status) return;
    if (status === 'succeeded') await afterSuccess(tx, refund);
    await tx.events.orderChanged(order, { event: 'refund', refundId: refund.id });
  });
}

/** Mails the buyer, and takes the flag off the order when none of its refunds is failed anymore. */
export async function afterSuccess(tx: Tx, refund: RefundRow) {
  if (refund.adjustment_id !== null) await sendRefundMail(tx, refund);
  await tx('purchase_orders')
    .where({ id: refund.purchase_order_id, payment_flag: 'refund_failed' })
    .whereNotExists((failed) =>
      failed.from('refunds').where({ purchase_order_id: refund.purchase_order_id, status: 'failed' }),
    )
    .update({ payment_flag: null, version: tx.raw('version + 1'), updated_at: tx.fn.now() });
}
