import type { Tx } from '../../db/transaction';
import { emitEvent } from './events';
import { findIntent, intentOf, move, succeed } from './intents';
import { type Intent, lock, type Session, save, seconds } from './objects';
import type { Sandbox } from './sandbox';
import { verifyPageUrl } from './serializer';
import { findSession } from './sessions';

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
    next_action: verification(sandbox, intent),
  });
  return complete(sandbox, tx, { ...session, payment_intent: intent.id });
}

const verification = ({ origin }: Sandbox, { id }: Intent) => ({
  type: 'verify_with_microdeposits' as const,
  verify_with_microdeposits: {
    arrival_date: seconds(),
    hosted_verification_url: verifyPageUrl(origin, id),
    microdeposit_type: 'amounts' as const,
  },
});

/** The session stays open, so that the buyer can try another card. */
export async function decline(sandbox: Sandbox, tx: Tx, sessionId: string): Promise<Session> {
  const session = await findSession(sandbox, tx, sessionId);
  if (session.status !== 'open') return session;
  const intent = await intentOf(sandbox, tx, session, 'card');
  await fail(sandbox, tx, intent, CARD_DECLINED);
  const updated: Session = { ...session, payment_intent: intent.id };
  await save(tx, updated);
  return updated;
}

/** `amounts` in either order; returns false when they do not match. */
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
  await fail(sandbox, tx, intent, BANK_REFUSED);
  const session = await lock(tx, 'checkout.session', intent.session);
  if (session) await emitEvent(sandbox, tx, 'checkout.session.async_payment_failed', session);
}

const fail = (sandbox: Sandbox, tx: Tx, intent: Intent, error: Intent['last_payment_error']) =>
  move(sandbox, tx, 'payment_intent.payment_failed', {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
  });

async function complete(sandbox: Sandbox, tx: Tx, session: Session): Promise<Session> {
  const completed: Session = { ...session, status: 'complete', url: null };
  await save(tx, completed);
  await emitEvent(sandbox, tx, 'checkout.session.completed', completed);
  return completed;
}
