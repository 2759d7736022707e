import type Stripe from 'stripe';
import type { RefundRow } from '../../../db/tables';
import type { Services } from '../../services';
import { saveRefund } from './result';

/** Reads our refunds of a payment again. Returns whether all that Stripe refunded of it is known to us. */
export async function refreshRefunds(services: Services, intentId: string): Promise<boolean> {
  const refunds = await services.db('refunds').where({ payment_intent_id: intentId });
  for (const refund of refunds)
    if (refund.provider_id)
      await saveRefund(services, refund, await services.stripe.refunds.retrieve(refund.provider_id));
  if (refunds.some(({ adjustment_id }) => adjustment_id === null)) return true;
  return refunds.length > 0 && (await allKnown(services, intentId, refunds));
}

async function allKnown({ stripe, db }: Services, intentId: string, refunds: readonly RefundRow[]) {
  const isOurs = ({ id, metadata }: Stripe.Refund) =>
    refunds.some((ours) => ours.provider_id === id || String(ours.adjustment_id) === metadata?.adjustment_id);
  const others: string[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    if (!isOurs(refund)) others.push(refund.id);
  const booked = await db('adjustments').whereIn('provider_id', others).pluck('provider_id');
  return booked.length === others.length;
}
