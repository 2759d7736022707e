import Stripe from 'stripe';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import type { Services } from '../services';
import { liveAttempts } from './attempts';
import { expireSession } from './checkout';
import { type ProviderState, providerStateOf } from './provider-state';
import { settle } from './settle';
import { isUnavailable, withDeadline } from './stripe';

type Close = (state: ProviderState) => Promise<void>;

async function closeAttempts(services: Services, orderId: number, close: Close): Promise<void> {
  for (const attempt of await liveAttempts(services.db, orderId))
    await close(await providerStateOf(services.stripe, attempt));
  await settle(services, orderId);
}

async function expireIfOpen(services: Services, { attempt, kind }: ProviderState) {
  if (kind === 'open' && attempt.session_id) await expireSession(services, attempt.session_id);
}

/** Payments submitted earlier cannot be recalled; they are settled when they arrive. */
export const closePayment = (services: Services, orderId: number): Promise<void> =>
  closeAttempts(services, orderId, async (state) => {
    await expireIfOpen(services, state);
    if (state.kind === 'action' && state.intent) await cancelIntent(services.stripe, state.intent.id);
  });

/** Before a buyer cancels: nothing can begin afterwards, and what has begun is in the order's status. */
export const closeCheckout = (services: Services, orderId: number): Promise<void> =>
  withDeadline(() => closeAttempts(services, orderId, (state) => expireIfOpen(services, state)));

async function cancelIntent(stripe: Stripe, intentId: string) {
  try {
    await stripe.paymentIntents.cancel(intentId);
  } catch (error) {
    // Its state changed meanwhile; settling reads the present one.
    if (isUnavailable(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

export const closeCanceledPayment = job(
  'close-canceled-payment',
  object({ order_id: id().required() }),
  (services, { order_id }) => closePayment(services, order_id),
);

export const closePaymentOfOrder = (tx: Tx, order: PurchaseOrderRow) =>
  enqueue(tx, closeCanceledPayment, { order_id: order.id });
