import type Stripe from 'stripe';
import type { PaymentAttemptRow } from '../../db/tables';
import { isMissing } from './stripe';

export interface ProviderState {
  readonly attempt: PaymentAttemptRow;
  /** `action`: the bank account awaits verification; `over`: expired, failed or canceled, so final. */
  readonly kind: 'open' | 'action' | 'processing' | 'paid' | 'over';
  readonly intent: Stripe.PaymentIntent | null;
  readonly amounts: readonly number[];
  readonly currencies: readonly string[];
}

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Calls Stripe; must not run inside a transaction. */
export async function providerStateOf(stripe: Stripe, attempt: PaymentAttemptRow): Promise<ProviderState> {
  const session = await nullIfMissing(() => stripe.checkout.sessions.retrieve(attempt.session_id ?? ''));
  const intentRef = session?.payment_intent ?? attempt.payment_intent_id;
  const intentId = typeof intentRef === 'string' ? intentRef : intentRef?.id;
  const intent = intentId ? await nullIfMissing(() => stripe.paymentIntents.retrieve(intentId)) : null;
  return {
    attempt,
    kind: kindOf(session, intent),
    intent,
    amounts: [session?.amount_total, intent?.amount, intent?.amount_received || null].filter(present),
    currencies: [session?.currency, intent?.currency].filter(present),
  };
}

const nullIfMissing = async <T>(ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

function kindOf(session: Stripe.Checkout.Session | null, intent: Stripe.PaymentIntent | null) {
  if (intent?.status === 'succeeded' || session?.payment_status === 'paid') return 'paid';
  if (intent?.status === 'processing' || intent?.status === 'requires_capture') return 'processing';
  if (waitsForDeposits(intent)) return 'action';
  if (session?.status === 'open') return 'open';
  if (session?.status !== 'complete') return 'over';
  if (!intent) return 'processing';
  return intent.status === 'requires_action' ? 'action' : 'over';
}

const waitsForDeposits = (intent: Stripe.PaymentIntent | null) =>
  intent?.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits';

export const verificationUrl = (intent: Stripe.PaymentIntent | null): string | null =>
  waitsForDeposits(intent)
    ? (intent?.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null)
    : null;
