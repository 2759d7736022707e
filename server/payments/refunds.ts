import Stripe from 'stripe';
import type { PurchaseOrderRow, RefundRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { cents } from '../contract/money';
import { enqueue, job } from '../jobs/job';
import { flagPayment } from '../orders/payment-flag';
import type { Services } from '../services';
import { isAway, providerOf } from './stripe';

/** One refund a payment, whoever asks for it and however often. Answers whether this call was the first. */
export async function askRefund(
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

/** Gives the whole payment back. The key makes a second run the same refund. */
export const refundPayment = job(
  'refund-payment',
  object({ refund_id: id().required() }),
  async (services, { refund_id }) => {
    const refund = await services.db('refunds').where({ id: refund_id }).first();
    if (refund?.status !== 'pending') return;
    const made = await (refund.provider_id ? look(services, refund.provider_id) : ask(services, refund));
    await keep(services, refund, made);
  },
);

interface Made {
  status: RefundRow['status'];
  providerId: string | null;
}

const standings: Record<string, RefundRow['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

const madeOf = ({ id: providerId, status }: Stripe.Refund): Made => ({
  providerId,
  status: standings[status ?? ''] ?? 'pending',
});

const look = async (services: Services, providerId: string) =>
  madeOf(await providerOf(services).refunds.retrieve(providerId));

async function ask(services: Services, refund: RefundRow): Promise<Made> {
  try {
    const made = await providerOf(services).refunds.create(
      {
        payment_intent: refund.payment_intent_id,
        reason: 'requested_by_customer',
        metadata: { purchase_order_id: String(refund.purchase_order_id) },
      },
      { idempotencyKey: refund.idempotency_key },
    );
    return madeOf(made);
  } catch (error) {
    if (isAway(error) || !(error instanceof Stripe.errors.StripeError)) throw error;
    // Somebody at the provider's dashboard was faster.
    if (error.code === 'charge_already_refunded') return { status: 'succeeded', providerId: null };
    services.log.error({ err: error, refundId: refund.id }, 'the provider refused a refund');
    return { status: 'failed', providerId: null };
  }
}

async function keep({ db }: Services, refund: RefundRow, { status, providerId }: Made) {
  await transaction(db, async (tx) => {
    await tx('refunds')
      .where({ id: refund.id })
      .update({ status, provider_id: providerId ?? refund.provider_id, updated_at: tx.fn.now() });
    if (status === 'failed') await flagPayment(tx, refund.purchase_order_id, 'refund_failed');
    const order = await tx('purchase_orders').where({ id: refund.purchase_order_id }).first();
    if (order && status !== refund.status) await tx.events.orderChanged(order, 'refund');
  });
}

/** A refund that the provider has news of: ours is looked at again. Answers whether there is one of ours. */
export async function refreshRefund(services: Services, intentId: string): Promise<boolean> {
  const refund = await services.db('refunds').where({ payment_intent_id: intentId }).first();
  if (refund?.provider_id) await keep(services, refund, await look(services, refund.provider_id));
  return refund !== undefined;
}
