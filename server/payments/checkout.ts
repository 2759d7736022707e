import type { Knex } from 'knex';
import Stripe from 'stripe';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { HOUR_MS } from '../contract/durations';
import { BadGateway, Conflict } from '../http/errors';
import { orderStatusLabels } from '../orders/rules';
import { PAYABLE_STATUS } from '../orders/state-machine';
import { lockOrder, ORDER_CHANGED } from '../orders/transitions';
import type { Services } from '../services';
import { latestAttempt, moveAttempt, nextAttempt } from './attempts';
import { sessionParams } from './session-params';
import { settle } from './settle';
import { isMissing, isUnavailable } from './stripe';

const MAX_ATTEMPTS = 3;

/** An attempt that is still opening after this time is abandoned: the buyer never got its URL. */
const OPENING_TIMEOUT_MS = HOUR_MS;

const BEING_PROCESSED = 'The payment is being processed.';

type Order = PurchaseOrderRow;

/** The attempt is committed before Stripe is called, so an interrupted call continues under the same key. */
export async function openCheckout(services: Services, orderId: number, version?: number): Promise<string> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const { order, attempt } = await services.transaction((tx) => beginAttempt(tx, orderId, version));
    if (attempt.status === 'opening') {
      const url = await openSession(services, order, attempt).catch(nullIfKeyReused);
      if (url) return url;
      continue;
    }
    if (attempt.status === 'open') {
      const url = await openSessionUrl(services, attempt);
      if (url) return url;
    }
    // Paid, failed or expired at Stripe, and the webhook is still to come.
    await settle(services, orderId);
  }
  throw Conflict(BEING_PROCESSED);
}

// Same key, other parameters: the configuration changed in between. The next attempt has a new key.
function nullIfKeyReused(error: unknown): null {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return null;
  throw error;
}

async function beginAttempt(tx: Tx, orderId: number, version: number | undefined) {
  const order = await payableOrder(tx, orderId, version);
  const last = await latestAttempt(tx, orderId);
  const now = tx.databaseClock.now().getTime();
  const isAbandoned = last?.status === 'opening' && now - last.created_at.getTime() > OPENING_TIMEOUT_MS;
  if (last && isAbandoned) await moveAttempt(tx, last, 'expire', { by: 'system' });
  const attempt =
    !last || isAbandoned || last.status === 'expired'
      ? await nextAttempt(tx, order, last?.attempt ?? 0)
      : last;
  return { order, attempt };
}

async function payableOrder(tx: Tx, orderId: number, version: number | undefined): Promise<Order> {
  const order = await lockOrder(tx, orderId, version);
  if (order.status === 'payment_pending') throw Conflict(BEING_PROCESSED);
  if (order.status === 'requires_payment_action') throw Conflict('Verify the payment first.');
  if (order.status !== PAYABLE_STATUS)
    throw Conflict(`This order can't be paid. Its status is: ${orderStatusLabels[order.status]}`);
  return order;
}

async function openSessionUrl(services: Services, attempt: PaymentAttemptRow): Promise<string | null> {
  try {
    const session = await services.stripe.checkout.sessions.retrieve(attempt.session_id ?? '');
    return session.status === 'open' ? (session.url ?? attempt.session_url) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function openSession(services: Services, order: Order, attempt: PaymentAttemptRow): Promise<string> {
  const session = await createSession(services, order, attempt);
  if (!session.url) throw BadGateway("The payment page couldn't be opened. Try again.");
  const { db } = services;
  const isSaved = await saveSession(db, attempt, session);
  const { status } = (await db('purchase_orders').where({ id: order.id }).first('status')) ?? {};
  if (isSaved && status === PAYABLE_STATUS) return session.url;
  // Canceled, or confirmed by staff, during the call: this session must not be paid.
  await expireSession(services, session.id);
  throw Conflict(ORDER_CHANGED);
}

async function createSession(services: Services, order: Order, attempt: PaymentAttemptRow) {
  try {
    const params = await sessionParams(services, order, attempt);
    return await services.stripe.checkout.sessions.create(params, {
      idempotencyKey: attempt.idempotency_key,
    });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && !isUnavailable(error) && isFinal(error))
      await moveAttempt(services.db, attempt, 'expire', { by: 'system' });
    throw error;
  }
}

const isFinal = ({ statusCode }: Stripe.errors.StripeError) =>
  statusCode !== undefined &&
  statusCode >= 400 &&
  statusCode < 500 &&
  statusCode !== 409 &&
  statusCode !== 401;

export async function expireSession(services: Services, sessionId: string): Promise<void> {
  try {
    await services.stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (isUnavailable(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

const saveSession = (db: Knex, attempt: PaymentAttemptRow, session: Stripe.Checkout.Session) =>
  moveAttempt(db, attempt, 'open', {
    by: 'system',
    session_id: session.id,
    session_url: session.url,
    expires_at: session.expires_at ? new Date(session.expires_at * 1000) : null,
  });
