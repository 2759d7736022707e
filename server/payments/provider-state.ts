import type Stripe from 'stripe';
import type { PaymentAttemptRow } from '../../db/tables';
import { isMissing } from './stripe';

/** How an attempt stands at the provider, as far as it matters to the order. */
export interface ProviderState {
  readonly attempt: PaymentAttemptRow;
  /**
   * `open`: the buyer may pay; `action`: the bank account is to be verified; `processing`: submitted, not there yet;
   * `paid`; `over`: expired, failed or canceled, nothing more can come of it.
   */
  readonly kind: 'open' | 'action' | 'processing' | 'paid' | 'over';
  readonly intent: Stripe.PaymentIntent | null;
  /** Every amount and currency that the provider names for it. */
  readonly amounts: readonly number[];
  readonly currencies: readonly string[];
}

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

/** Asks the provider. No transaction may be open. */
export async function providerStateOf(stripe: Stripe, attempt: PaymentAttemptRow): Promise<ProviderState> {
  const session = await find(() => stripe.checkout.sessions.retrieve(attempt.session_id ?? ''));
  const named = session?.payment_intent ?? attempt.payment_intent_id;
  const intentId = typeof named === 'string' ? named : named?.id;
  const intent = intentId ? await find(() => stripe.paymentIntents.retrieve(intentId)) : null;
  return {
    attempt,
    kind: kindOf(session, intent),
    intent,
    amounts: [session?.amount_total, intent?.amount, intent?.amount_received || null].filter(present),
    currencies: [session?.currency, intent?.currency].filter(present),
  };
}

// What the provider does not know of, nobody can pay.
const find = async <T>(ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

function kindOf(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): ProviderState['kind'] {
  if (intent?.status === 'succeeded' || session?.payment_status === 'paid') return 'paid';
  if (intent?.status === 'processing' || intent?.status === 'requires_capture') return 'processing';
  if (waitsForDeposits(intent)) return 'action';
  if (session?.status === 'open') return 'open';
  if (session?.status !== 'complete') return 'over';
  // Submitted. Without an intent yet, or with one that waits for the buyer, more is to come.
  if (!intent) return 'processing';
  return intent.status === 'requires_action' ? 'action' : 'over';
}

const waitsForDeposits = (intent: Stripe.PaymentIntent | null) =>
  intent?.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits';

export const verificationUrl = (intent: Stripe.PaymentIntent | null): string | null =>
  waitsForDeposits(intent)
    ? (intent?.next_action?.verify_with_microdeposits?.hosted_verification_url ?? null)
    : null;
