import Stripe from 'stripe';
import type { AdjustmentRow, PurchaseOrderRow, RefundRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { id, object } from '../../contract/fields';
import { cents } from '../../contract/money';
import { enqueue, job } from '../../jobs/job';
import type { Services } from '../../services';
import { isUnavailable } from '../stripe';
import { saveRefund } from './result';

/** At most one per payment, of what staff have not refunded at Stripe. Returns whether this call wrote it. */
export async function requestRefund(
  tx: Tx,
  order: Pick<PurchaseOrderRow, 'id' | 'total_cents'>,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'amount'>,
): Promise<boolean> {
  const amount = intent.amount - (await returnedOf(tx, order.id, intent.id));
  if (amount <= 0) return false;
  const [refund] = await tx('refunds')
    .insert({
      purchase_order_id: order.id,
      payment_intent_id: intent.id,
      idempotency_key: `refund-${intent.id}`,
      amount_cents: cents(amount),
    })
    .onConflict(tx.raw('(payment_intent_id) where adjustment_id is null') as never)
    .ignore()
    .returning('id');
  if (refund) await enqueueRefund(tx, refund.id);
  return refund !== undefined;
}

/** What adjustments gave back of a payment; theirs is the order's first. */
async function returnedOf(tx: Tx, orderId: number, intentId: string): Promise<number> {
  const payment = await paymentOf(tx, orderId);
  if (payment?.payment_intent_id !== intentId) return 0;
  const returned = await tx('adjustments')
    .leftJoin('refunds', 'refunds.adjustment_id', 'adjustments.id')
    .where('adjustments.purchase_order_id', orderId)
    .where((counted) => counted.where('adjustments.kind', 'provider').orWhere('refunds.status', 'succeeded'))
    .select('adjustments.goods_cents', 'adjustments.freight_cents');
  return returned.reduce((sum, { goods_cents, freight_cents }) => sum + goods_cents + freight_cents, 0);
}

/** Staff refund by hand what they confirmed without Stripe. */
export async function requestAdjustmentRefund(
  tx: Tx,
  order: Pick<PurchaseOrderRow, 'id' | 'confirmed_by_staff'>,
  { id: adjustment_id, goods_cents, freight_cents }: AdjustmentRow,
): Promise<void> {
  const payment = order.confirmed_by_staff ? undefined : await paymentOf(tx, order.id);
  const [refund] = await tx('refunds')
    .insert({
      purchase_order_id: order.id,
      adjustment_id,
      payment_intent_id: payment?.payment_intent_id ?? null,
      idempotency_key: `refund-adjustment-${adjustment_id}`,
      amount_cents: cents(goods_cents + freight_cents),
      status: payment ? 'pending' : 'manual',
    })
    .returning('id');
  if (refund && payment) await enqueueRefund(tx, refund.id);
}

const paymentOf = (tx: Tx, orderId: number) =>
  tx('payment_attempts')
    .where({ purchase_order_id: orderId, status: 'complete' })
    .whereNotNull('payment_intent_id')
    .orderBy('attempt')
    .first('payment_intent_id');

export const enqueueRefund = (tx: Tx, refundId: number) =>
  enqueue(tx, refundPayment, { refund_id: refundId });

export const refundPayment = job(
  'refund-payment',
  object({ refund_id: id().required() }),
  async (services, { refund_id }) => {
    const refund = await services.db('refunds').where({ id: refund_id }).first();
    if (refund?.status !== 'pending') return;
    try {
      await saveRefund(services, refund, await refundAtProvider(services, refund));
    } catch (error) {
      if (isUnavailable(error) || !(error instanceof Stripe.errors.StripeError)) throw error;
      services.log.error({ err: error, refundId: refund.id }, 'the provider refused a refund');
      await saveRefund(services, refund, { status: 'failed', failure: error.message });
    }
  },
);

/** Stripe forgets keys after a day, so a refund that an earlier try made is looked for before another is made. */
async function refundAtProvider({ stripe }: Services, refund: RefundRow): Promise<Stripe.Refund | Settled> {
  if (refund.provider_id) return stripe.refunds.retrieve(refund.provider_id);
  const { adjustment_id, idempotency_key: idempotencyKey } = refund;
  const made = adjustment_id === null ? undefined : await madeBefore(stripe, refund);
  if (made) return made;
  try {
    return await stripe.refunds.create(paramsOf(refund), { idempotencyKey });
  } catch (error) {
    if (adjustment_id === null && isRefundedAlready(error)) return { status: 'succeeded' };
    throw error;
  }
}

interface Settled {
  readonly status: 'succeeded';
}

const isRefundedAlready = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';

const FAILED_STATUSES = ['failed', 'canceled'];

async function madeBefore(stripe: Stripe, { payment_intent_id, adjustment_id }: RefundRow) {
  const refunds = stripe.refunds.list({ payment_intent: payment_intent_id ?? '', limit: 100 });
  for await (const refund of refunds)
    if (
      refund.metadata?.adjustment_id === String(adjustment_id) &&
      !FAILED_STATUSES.includes(refund.status ?? '')
    )
      return refund;
  return undefined;
}

const paramsOf = (refund: RefundRow): Stripe.RefundCreateParams => {
  const { payment_intent_id, purchase_order_id, adjustment_id, amount_cents } = refund;
  return {
    payment_intent: payment_intent_id ?? '',
    reason: 'requested_by_customer',
    // The whole payment where there is no amount.
    ...(adjustment_id !== null && { amount: amount_cents }),
    metadata: {
      purchase_order_id: String(purchase_order_id),
      ...(adjustment_id !== null && { adjustment_id: String(adjustment_id) }),
    },
  };
};
