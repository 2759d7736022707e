import Stripe from 'stripe';
import type { PurchaseOrderRow, RefundRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { cents } from '../contract/money';
import { enqueue, job } from '../jobs/job';
import { flagPayment } from '../orders/payment-flag';
import type { Services } from '../services';
import { isUnavailable } from './stripe';

/** Writes at most one refund per payment and enqueues its job. Returns whether this call wrote it. */
export async function requestRefund(
  tx: Tx,
  order: Pick<PurchaseOrderRow, 'id' | 'total_cents'>,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'amount'>,
): Promise<boolean> {
  const [refund] = await tx('refunds')
    .insert({
      purchase_order_id: order.id,
      payment_intent_id: intent.id,
      idempotency_key: `refund-${intent.id}`,
      amount_cents: cents(intent.amount),
    })
    .onConflict('payment_intent_id')
    .ignore()
    .returning('id');
  if (refund) await enqueue(tx, refundPayment, { refund_id: refund.id });
  return refund !== undefined;
}

export const refundPayment = job(
  'refund-payment',
  object({ refund_id: id().required() }),
  async (services, { refund_id }) => {
    const refund = await services.db('refunds').where({ id: refund_id }).first();
    if (refund?.status !== 'pending') return;
    const result = await (refund.provider_id
      ? retrieveRefund(services, refund.provider_id)
      : createRefund(services, refund));
    await saveRefund(services, refund, result);
  },
);

interface RefundResult {
  status: RefundRow['status'];
  providerId: string | null;
}

const refundStatuses: Record<string, RefundRow['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const toResult = ({ id: providerId, status }: Stripe.Refund): RefundResult => ({
  providerId,
  status: refundStatuses[status ?? ''] ?? 'pending',
});

const retrieveRefund = async (services: Services, providerId: string) =>
  toResult(await services.stripe.refunds.retrieve(providerId));

async function createRefund(services: Services, refund: RefundRow): Promise<RefundResult> {
  try {
    const created = await services.stripe.refunds.create(
      {
        payment_intent: refund.payment_intent_id,
        reason: 'requested_by_customer',
        metadata: { purchase_order_id: String(refund.purchase_order_id) },
      },
      { idempotencyKey: refund.idempotency_key },
    );
    return toResult(created);
  } catch (error) {
    if (isUnavailable(error) || !(error instanceof Stripe.errors.StripeError)) throw error;
    if (error.code === 'charge_already_refunded') return { status: 'succeeded', providerId: null };
    services.log.error({ err: error, refundId: refund.id }, 'the provider refused a refund');
    return { status: 'failed', providerId: null };
  }
}

async function saveRefund(
  { transaction }: Services,
  refund: RefundRow,
  { status, providerId }: RefundResult,
) {
  await transaction(async (tx) => {
    await tx('refunds')
      .where({ id: refund.id })
      .update({ status, provider_id: providerId ?? refund.provider_id, updated_at: tx.fn.now() });
    if (status === 'failed') await flagPayment(tx, refund.purchase_order_id, 'refund_failed');
    const order = await tx('purchase_orders').where({ id: refund.purchase_order_id }).first();
    if (order && status !== refund.status) await tx.events.orderChanged(order, 'refund');
  });
}

/** Returns whether the refund is ours. */
export async function refreshRefund(services: Services, intentId: string): Promise<boolean> {
  const refund = await services.db('refunds').where({ payment_intent_id: intentId }).first();
  if (refund?.provider_id)
    await saveRefund(services, refund, await retrieveRefund(services, refund.provider_id));
  return refund !== undefined;
}
