import Stripe from 'stripe';
import type { PaymentAttemptRow, PurchaseOrderRow } from '../../db/tables';
import { type Tx, transaction } from '../../db/transaction';
import { BadGateway, Conflict, NotFound } from '../http/errors';
import { orderStatusLabels } from '../orders/contract';
import { PAYABLE_STATUS } from '../orders/state-contract';
import type { Services } from '../services';
import { latestAttempt, nextAttempt, updateAttempt } from './attempts';
import { CURRENCY, settle } from './settle';
import { isAway, isMissing, providerOf } from './stripe';

const LOOKS = 3;

/** A try of which nothing was heard for so long is given up: its address was never handed out. */
const OPENING_FOR_MS = 60 * 60 * 1000;

const BEING_PROCESSED = 'The payment is being processed.';

type Order = Pick<PurchaseOrderRow, 'id' | 'po_number' | 'status' | 'version' | 'total_cents'>;

/**
 * The address where the buyer pays. The attempt and its key are committed before the provider is asked, and nothing
 * is held meanwhile: a try that was cut short is continued under the same key. A session that is open is used again.
 * Throws Conflict where the order is not to be paid now.
 */
export async function openCheckout(services: Services, orderId: number, version?: number): Promise<string> {
  for (let look = 0; look < LOOKS; look++) {
    const { order, attempt } = await transaction(services.db, (tx) => beginAttempt(tx, orderId, version));
    if (attempt.status === 'opening') {
      const url = await openSession(services, order, attempt).catch(unlessKeyWasUsed);
      if (url) return url;
      continue;
    }
    if (attempt.status === 'open') {
      const url = await openAddress(services, attempt);
      if (url) return url;
    }
    // Paid, failed or expired, and we were not told yet.
    await settle(services, orderId);
  }
  throw Conflict(BEING_PROCESSED);
}

// The same key with other parameters: the configuration changed between two tries. The next attempt has a new key.
function unlessKeyWasUsed(error: unknown): null {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return null;
  throw error;
}

/** The attempt to go on with: the last one, or the next where that is over. */
async function beginAttempt(tx: Tx, orderId: number, version: number | undefined) {
  const order = await payableOrder(tx, orderId, version);
  const last = await latestAttempt(tx, orderId);
  const forgotten = last?.status === 'opening' && Date.now() - last.created_at.getTime() > OPENING_FOR_MS;
  if (last && forgotten) await updateAttempt(tx, last, { status: 'expired' });
  const attempt =
    !last || forgotten || last.status === 'expired' ? await nextAttempt(tx, order, last?.attempt ?? 0) : last;
  return { order, attempt };
}

async function payableOrder(tx: Tx, orderId: number, version: number | undefined): Promise<Order> {
  const order = await tx('purchase_orders')
    .where({ id: orderId })
    .forUpdate()
    .first('id', 'po_number', 'status', 'version', 'total_cents');
  if (!order) throw NotFound();
  if (version !== undefined && version < order.version)
    throw Conflict('The order has changed. Please look at it again.');
  if (order.status === 'payment_pending') throw Conflict(BEING_PROCESSED);
  if (order.status === 'requires_payment_action') throw Conflict('Please verify the payment first.');
  if (order.status !== PAYABLE_STATUS)
    throw Conflict(`The order is already: ${orderStatusLabels[order.status]}`);
  return order;
}

/** null where the session is not open any more, or the provider does not know it. */
async function openAddress(services: Services, attempt: PaymentAttemptRow): Promise<string | null> {
  try {
    const session = await providerOf(services).checkout.sessions.retrieve(attempt.session_id ?? '');
    return session.status === 'open' ? (session.url ?? attempt.session_url) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function openSession(services: Services, order: Order, attempt: PaymentAttemptRow): Promise<string> {
  const session = await askForSession(services, order, attempt);
  if (!session.url) throw BadGateway('The payment provider gave no address. Please try again.');
  const { db } = services;
  const [kept] = await db('payment_attempts')
    .where({ id: attempt.id })
    .whereIn('status', ['opening', 'open'])
    .update({
      status: 'open',
      session_id: session.id,
      session_url: session.url,
      expires_at: session.expires_at ? new Date(session.expires_at * 1000) : null,
      updated_at: db.fn.now(),
    })
    .returning('id');
  const { status } = (await db('purchase_orders').where({ id: order.id }).first('status')) ?? {};
  if (kept && status === PAYABLE_STATUS) return session.url;
  // Canceled, or confirmed by staff, while the provider was asked: nobody must pay it now.
  await expireSession(services, session.id);
  throw Conflict('The order has changed. Please look at it again.');
}

async function askForSession(services: Services, order: Order, attempt: PaymentAttemptRow) {
  try {
    return await providerOf(services).checkout.sessions.create(sessionParams(services, order, attempt), {
      idempotencyKey: attempt.idempotency_key,
    });
  } catch (error) {
    // Refused for good: the same request would be refused again, the next try is another attempt.
    if (error instanceof Stripe.errors.StripeError && !isAway(error) && isFinal(error))
      await updateAttempt(services.db, attempt, { status: 'expired' });
    throw error;
  }
}

const isFinal = ({ statusCode }: Stripe.errors.StripeError) =>
  statusCode !== undefined &&
  statusCode >= 400 &&
  statusCode < 500 &&
  statusCode !== 409 &&
  statusCode !== 401;

/** The same for one attempt, always: the key stands for these parameters. */
function sessionParams(
  { config }: Services,
  { id, po_number }: Order,
  { attempt, amount_cents }: PaymentAttemptRow,
): Stripe.Checkout.SessionCreateParams {
  const back = (success: boolean) =>
    `${config.appUrl}/my_orders?stripe_success=${success}&purchase_order_id=${id}`;
  const metadata = { purchase_order_id: String(id), attempt: String(attempt) };
  return {
    mode: 'payment',
    client_reference_id: String(id),
    metadata,
    payment_intent_data: { metadata },
    success_url: back(true),
    cancel_url: back(false),
    line_items: [
      {
        quantity: 1,
        price_data: { currency: CURRENCY, unit_amount: amount_cents, product_data: { name: po_number } },
      },
    ],
  };
}

/** Nobody can pay the session afterwards. One that is done already stays as it is. */
export async function expireSession(services: Services, sessionId: string): Promise<void> {
  try {
    await providerOf(services).checkout.sessions.expire(sessionId);
  } catch (error) {
    if (isAway(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
