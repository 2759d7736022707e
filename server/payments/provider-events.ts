import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { PaymentFlag } from '../orders/events';
import { flagPayment } from '../orders/transitions';
import type { Services } from '../services';
import { refreshRefunds } from './refunds/refresh';
import { settle } from './settle';
import { isMissing } from './stripe';

interface Hint {
  id?: string;
  object?: string;
  metadata?: Record<string, string> | null;
  client_reference_id?: string | null;
  payment_intent?: string | { id: string } | null;
  charge?: string | { id: string } | null;
}

const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Uses the event only to find the order; the payment's state is read from Stripe. */
export async function followEvent(services: Services, event: Stripe.Event): Promise<void> {
  const hint = (event.data?.object ?? {}) as Hint;
  switch (hint.object) {
    case 'checkout.session':
    case 'payment_intent': {
      const orderId = await orderOf(services.db, hint);
      if (orderId) await settle(services, orderId);
      return;
    }
    case 'charge':
      if (event.type === 'charge.refunded')
        await followCharge(services, hint, hint.id ?? null, 'refunded_at_provider');
      return;
    case 'refund':
      return followCharge(services, hint, idOf(hint.charge), 'refunded_at_provider');
    case 'dispute':
      return followCharge(services, hint, idOf(hint.charge), 'disputed');
  }
}

async function orderOf(db: Knex, hint: Hint): Promise<number | null> {
  const intentId = hint.object === 'payment_intent' ? hint.id : idOf(hint.payment_intent);
  const attempt = await db('payment_attempts')
    .where((either) => {
      if (hint.object === 'checkout.session') either.orWhere({ session_id: hint.id ?? '' });
      if (intentId) either.orWhere({ payment_intent_id: intentId });
      if (hint.object !== 'checkout.session' && !intentId) either.whereRaw('false');
    })
    .first('purchase_order_id');
  if (attempt) return attempt.purchase_order_id;
  return orderFromMetadata(db, hint);
}

// The payment intent's id is stored at the first settlement only.
async function orderFromMetadata(db: Knex, { metadata, client_reference_id }: Hint): Promise<number | null> {
  const value = metadata?.purchase_order_id ?? client_reference_id ?? '';
  if (!/^\d{1,9}$/.test(value)) return null;
  const order = await db('purchase_orders')
    .where({ id: Number(value) })
    .first('id');
  return order?.id ?? null;
}

async function followCharge(services: Services, hint: Hint, chargeId: string | null, flag: PaymentFlag) {
  const charge = chargeId ? await chargeOf(services, chargeId) : null;
  const intentId = idOf(hint.payment_intent) ?? idOf(charge?.payment_intent);
  const orderId = await orderOf(services.db, { ...hint, payment_intent: intentId });
  if (!orderId) return;
  if (flag === 'refunded_at_provider' && intentId && (await refreshRefunds(services, intentId))) return;
  if (charge && !isConfirmedBy(charge, flag)) return;
  await services.transaction((tx) => flagPayment(tx, orderId, flag));
}

const isConfirmedBy = (charge: Stripe.Charge, flag: PaymentFlag) =>
  flag === 'disputed' ? charge.disputed : charge.amount_refunded > 0;

// Returns null when Stripe does not know the charge; the signed event counts then.
async function chargeOf(services: Services, chargeId: string): Promise<Stripe.Charge | null> {
  try {
    return await services.stripe.charges.retrieve(chargeId);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
