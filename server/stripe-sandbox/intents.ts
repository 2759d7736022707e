import type { Tx } from '../../db/transaction';
import { invalid, noSuch } from './errors';
import { emitEvent } from './events';
import { type Charge, type Intent, lock, newId, put, type Session, save, seconds } from './objects';
import type { Sandbox } from './sandbox';

/** Locks the intent; settles a bank payment that is due. */
export async function findIntent(sandbox: Sandbox, tx: Tx, id: string): Promise<Intent> {
  const intent = await lockIntent(tx, id);
  const isDue = intent.status === 'processing' && (intent.settles_at ?? 0) <= Date.now();
  return isDue ? settleIntent(sandbox, tx, id) : intent;
}

export async function settleIntent(sandbox: Sandbox, tx: Tx, id: string): Promise<Intent> {
  const intent = await lockIntent(tx, id);
  if (intent.status !== 'processing') return intent;
  const settled = await succeed(sandbox, tx, intent);
  const session = await lock(tx, 'checkout.session', intent.session);
  if (!session) return settled;
  const paid: Session = { ...session, payment_status: 'paid' };
  await save(tx, paid);
  await emitEvent(sandbox, tx, 'checkout.session.async_payment_succeeded', paid);
  return settled;
}

// Locks the session before the intent, in the order of every act, which prevents deadlocks.
async function lockIntent(tx: Tx, id: string): Promise<Intent> {
  const row = await tx('sandbox_objects').where({ id, kind: 'payment_intent' }).first('data');
  if (row) await lock(tx, 'checkout.session', (row.data as Intent).session);
  const intent = await lock(tx, 'payment_intent', id);
  if (!intent) throw noSuch('payment_intent', id);
  return intent;
}

export async function cancelIntent(
  sandbox: Sandbox,
  tx: Tx,
  id: string,
  reason: string | null,
): Promise<Intent> {
  const intent = await findIntent(sandbox, tx, id);
  const session = await lock(tx, 'checkout.session', intent.session);
  if (session?.status === 'open')
    throw invalid(
      'You cannot cancel the PaymentIntent for a Checkout Session. Expire the Checkout Session instead.',
      undefined,
      'payment_intent_unexpected_state',
    );
  if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing')
    throw invalid(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: seconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  await move(sandbox, tx, 'payment_intent.canceled', canceled);
  return canceled;
}

/** Returns the session's intent or creates it. The session must be locked. */
export async function intentOf(sandbox: Sandbox, tx: Tx, session: Session, type: string): Promise<Intent> {
  const existing = session.payment_intent
    ? await lock(tx, 'payment_intent', session.payment_intent)
    : undefined;
  if (existing) return { ...existing, payment_method_types: [type] };
  const intent = newIntent(session, type);
  await put(tx, 'payment_intent', intent);
  await emitEvent(sandbox, tx, 'payment_intent.created', intent);
  return intent;
}

const newIntent = (session: Session, type: string): Intent => ({
  id: newId('pi'),
  object: 'payment_intent',
  created: seconds(),
  amount: session.amount_total,
  amount_received: 0,
  currency: session.currency,
  description: session.payment_intent_data.description,
  latest_charge: null,
  last_payment_error: null,
  metadata: session.payment_intent_data.metadata,
  next_action: null,
  payment_method_types: [type],
  canceled_at: null,
  cancellation_reason: null,
  status: 'requires_payment_method',
  settles_at: null,
  session: session.id,
});

export async function succeed(sandbox: Sandbox, tx: Tx, intent: Intent): Promise<Intent> {
  const charge = newCharge(intent);
  await put(tx, 'charge', charge);
  await emitEvent(sandbox, tx, 'charge.succeeded', charge);
  const succeeded: Intent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    settles_at: null,
  };
  await move(sandbox, tx, 'payment_intent.succeeded', succeeded);
  return succeeded;
}

const newCharge = (intent: Intent): Charge => ({
  id: newId('ch'),
  object: 'charge',
  created: seconds(),
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  currency: intent.currency,
  description: intent.description,
  metadata: intent.metadata,
  payment_intent: intent.id,
  disputed: false,
  refunded: false,
  paid: true,
  captured: true,
  status: 'succeeded',
});

export async function move(sandbox: Sandbox, tx: Tx, event: string, intent: Intent) {
  await save(tx, intent);
  await emitEvent(sandbox, tx, event, intent);
}
