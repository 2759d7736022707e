import type { Tx } from '../../../db/transaction';
import { tell } from './events';
import { invalid, noSuch } from './faults';
import { type Charge, type Intent, lock, newId, put, type Session, save, seconds } from './objects';
import type { Sandbox } from './sandbox';
import { findSession } from './sessions';
import { verifyAddress } from './wire';

/** What a buyer does on the hosted page. Each takes the session as it is, locked; a second click changes nothing. */

const DEPOSITS = [32, 45] as const;
export const depositsOf = (_intent: Intent): readonly [number, number] => DEPOSITS;

const CARD_DECLINED = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const BANK_REFUSED = {
  type: 'invalid_request_error',
  code: 'payment_method_microdeposit_failed',
  message: 'The bank account could not be verified.',
};

export async function pay(sandbox: Sandbox, tx: Tx, sessionId: string): Promise<Session> {
  const session = await findSession(sandbox, tx, sessionId);
  if (session.status !== 'open') return session;
  const intent = await intentOf(sandbox, tx, session, 'card');
  const paid = await succeed(sandbox, tx, intent);
  return complete(sandbox, tx, { ...session, payment_intent: paid.id, payment_status: 'paid' });
}

export async function payByBank(sandbox: Sandbox, tx: Tx, sessionId: string): Promise<Session> {
  const session = await findSession(sandbox, tx, sessionId);
  if (session.status !== 'open') return session;
  const intent = await intentOf(sandbox, tx, session, 'us_bank_account');
  await move(sandbox, tx, 'payment_intent.requires_action', {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: {
      type: 'verify_with_microdeposits',
      verify_with_microdeposits: {
        arrival_date: seconds(),
        hosted_verification_url: verifyAddress(sandbox.origin, intent.id),
        microdeposit_type: 'amounts',
      },
    },
  });
  return complete(sandbox, tx, { ...session, payment_intent: intent.id });
}

/** A declined card leaves the session open: the buyer may try another. */
export async function decline(sandbox: Sandbox, tx: Tx, sessionId: string): Promise<Session> {
  const session = await findSession(sandbox, tx, sessionId);
  if (session.status !== 'open') return session;
  const intent = await intentOf(sandbox, tx, session, 'card');
  const declined: Intent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: CARD_DECLINED,
    next_action: null,
  };
  await move(sandbox, tx, 'payment_intent.payment_failed', declined);
  const tried: Session = { ...session, payment_intent: intent.id };
  await save(tx, tried);
  return tried;
}

/** The amounts of the two deposits, in either order. false where they do not match. */
export async function confirmDeposits(
  sandbox: Sandbox,
  tx: Tx,
  intentId: string,
  amounts: readonly [number, number],
): Promise<boolean> {
  const intent = await findIntent(sandbox, tx, intentId);
  if (intent.status !== 'requires_action') return true;
  const sorted = (pair: readonly number[]) => [...pair].sort((a, b) => a - b).join();
  if (sorted(amounts) !== sorted(depositsOf(intent))) return false;
  const settlesAt = Date.now() + sandbox.bankSettlesAfterMs;
  await move(sandbox, tx, 'payment_intent.processing', {
    ...intent,
    status: 'processing',
    next_action: null,
    settles_at: settlesAt,
  });
  await sandbox.settleAt(tx, intentId, new Date(settlesAt));
  return true;
}

export async function refuseDeposits(sandbox: Sandbox, tx: Tx, intentId: string): Promise<void> {
  const intent = await findIntent(sandbox, tx, intentId);
  if (intent.status !== 'requires_action') return;
  const failed: Intent = {
    ...intent,
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: BANK_REFUSED,
  };
  await move(sandbox, tx, 'payment_intent.payment_failed', failed);
  const session = await lock(tx, 'checkout.session', intent.session);
  if (session) await tell(sandbox, tx, 'checkout.session.async_payment_failed', session);
}

/** The intent, locked; a bank payment whose time has come is settled now. */
export async function findIntent(sandbox: Sandbox, tx: Tx, id: string): Promise<Intent> {
  const intent = await lockIntent(tx, id);
  const isDue = intent.status === 'processing' && (intent.settles_at ?? 0) <= Date.now();
  return isDue ? settleIntent(sandbox, tx, id) : intent;
}

/** The bank's money arrives. */
export async function settleIntent(sandbox: Sandbox, tx: Tx, id: string): Promise<Intent> {
  const intent = await lockIntent(tx, id);
  if (intent.status !== 'processing') return intent;
  const settled = await succeed(sandbox, tx, intent);
  const session = await lock(tx, 'checkout.session', intent.session);
  if (!session) return settled;
  const paid: Session = { ...session, payment_status: 'paid' };
  await save(tx, paid);
  await tell(sandbox, tx, 'checkout.session.async_payment_succeeded', paid);
  return settled;
}

// Session before intent, as everywhere: two clicks cannot wait for each other.
async function lockIntent(tx: Tx, id: string): Promise<Intent> {
  const known = await tx('sandbox_objects').where({ id, kind: 'payment_intent' }).first('data');
  if (known) await lock(tx, 'checkout.session', (known.data as Intent).session);
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

async function intentOf(sandbox: Sandbox, tx: Tx, session: Session, type: string): Promise<Intent> {
  const known = session.payment_intent ? await lock(tx, 'payment_intent', session.payment_intent) : undefined;
  if (known) return { ...known, payment_method_types: [type] };
  const intent: Intent = {
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
  };
  await put(tx, 'payment_intent', intent);
  await tell(sandbox, tx, 'payment_intent.created', intent);
  return intent;
}

async function succeed(sandbox: Sandbox, tx: Tx, intent: Intent): Promise<Intent> {
  const charge: Charge = {
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
  };
  await put(tx, 'charge', charge);
  await tell(sandbox, tx, 'charge.succeeded', charge);
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

async function move(sandbox: Sandbox, tx: Tx, event: string, intent: Intent) {
  await save(tx, intent);
  await tell(sandbox, tx, event, intent);
}

async function complete(sandbox: Sandbox, tx: Tx, session: Session): Promise<Session> {
  const completed: Session = { ...session, status: 'complete', url: null };
  await save(tx, completed);
  await tell(sandbox, tx, 'checkout.session.completed', completed);
  return completed;
}
