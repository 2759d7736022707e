import { join } from 'node:path';
import ejs from 'ejs';
import { type Tx, transaction } from '../../db/transaction';
import { cents, dollars, formatUnits, lineTotal } from '../contract/money';
import { findIntent } from './intents';
import type { Intent, LineItem, Session } from './objects';
import { confirmDeposits, decline, depositsOf, pay, payByBank, refuseDeposits } from './payments';
import type { Sandbox } from './sandbox';
import { findSession } from './sessions';

/** The pages that Stripe would host. As there, a session's id is the only authorization. */
export interface Hosting {
  readonly sandbox: Sandbox;
  readonly root: string;
  /** The CSRF token of the forms; '' in the server of the tests. */
  readonly token: string;
  /** Turns the return URL of the session into the link back to the shop. */
  readonly back: (address: string) => string;
}

export type Answer = { redirect: string } | { html: string };

const show = async (
  { root, token }: Hosting,
  view: string,
  locals: Record<string, unknown>,
): Promise<Answer> => ({
  html: await ejs.renderFile(join(root, 'views', 'sandbox', `${view}.ejs`), { token, ...locals }),
});

const inTransaction = <T>({ sandbox }: Hosting, act: (sandbox: Sandbox, tx: Tx) => Promise<T>) =>
  transaction(sandbox.db, (tx) => act(sandbox, tx));

export async function checkoutPage(hosting: Hosting, sessionId: string): Promise<Answer> {
  const { session, intent } = await inTransaction(hosting, (sandbox, tx) =>
    findWithIntent(sandbox, tx, sessionId),
  );
  if (session.status !== 'open') return closedPage(hosting, session);
  return show(hosting, 'checkout', {
    here: `/sandbox/checkout/${session.id}`,
    description: session.payment_intent_data.description,
    lines: session.line_items.map(shownLine),
    amount: dollars(cents(session.amount_total)),
    message: session.submit_message ?? null,
    declined: intent?.last_payment_error?.message ?? null,
  });
}

async function findWithIntent(sandbox: Sandbox, tx: Tx, sessionId: string) {
  const session = await findSession(sandbox, tx, sessionId);
  const intent = session.payment_intent ? await findIntent(sandbox, tx, session.payment_intent) : null;
  return { session, intent };
}

const shownLine = ({ name, description, quantity, unit_amount }: LineItem) => ({
  name,
  details: description ?? `${formatUnits(quantity)} × ${dollars(cents(unit_amount))}`,
  total: dollars(lineTotal(cents(unit_amount), BigInt(quantity))),
});

const closedPage = (hosting: Hosting, session: Session) =>
  show(hosting, 'over', {
    title: session.status === 'expired' ? 'This checkout has expired' : 'This checkout is complete',
    text:
      session.status === 'expired'
        ? 'Nothing was charged. Start again from your orders.'
        : 'The payment was submitted.',
    back: hosting.back(session.cancel_url ?? session.success_url),
  });

const acts = { pay, pay_by_bank: payByBank, decline, cancel: findSession } as const;

export const checkoutActs = Object.keys(acts) as (keyof typeof acts)[];

/** A declined card stays on the page; the other buttons lead back to the shop. */
export async function actOnCheckout(
  hosting: Hosting,
  sessionId: string,
  act: keyof typeof acts,
): Promise<Answer> {
  const session = await inTransaction(hosting, (sandbox, tx) => acts[act](sandbox, tx, sessionId));
  if (act === 'cancel') return { redirect: hosting.back(session.cancel_url ?? session.success_url) };
  if (session.status === 'complete') return { redirect: hosting.back(successUrl(session)) };
  return { redirect: `/sandbox/checkout/${session.id}` };
}

const successUrl = (session: Session) => session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id);

export async function verifyPage(
  hosting: Hosting,
  intentId: string,
  typed?: readonly [string, string],
): Promise<Answer> {
  const intent = await inTransaction(hosting, (sandbox, tx) => findIntent(sandbox, tx, intentId));
  if (intent.status !== 'requires_action') return verified(hosting, intent);
  const deposits = depositsOf(intent);
  return show(hosting, 'verify', {
    here: `/sandbox/verify/${intent.id}`,
    description: intent.description,
    amount: dollars(cents(intent.amount)),
    deposits,
    typed: typed ?? deposits,
    mismatch: typed !== undefined,
  });
}

const failed = (intent: Intent) =>
  intent.status === 'requires_payment_method' || intent.status === 'canceled';

const verified = async (hosting: Hosting, intent: Intent) => {
  const session = await inTransaction(hosting, (sandbox, tx) => findSession(sandbox, tx, intent.session));
  return show(hosting, 'over', {
    title: failed(intent) ? 'The bank account could not be verified' : 'The bank account is verified',
    text: failed(intent)
      ? 'Nothing was charged. Start again from your orders.'
      : 'The payment is processing.',
    back: hosting.back(failed(intent) ? (session.cancel_url ?? session.success_url) : successUrl(session)),
  });
};

export async function confirmOnPage(
  hosting: Hosting,
  intentId: string,
  typed: readonly [string, string],
): Promise<Answer> {
  const amounts = typed.map((text) => Number(text.trim() || 'x'));
  const { matched, session } = await inTransaction(hosting, async (sandbox, tx) => {
    const intent = await findIntent(sandbox, tx, intentId);
    const isMatch = await confirmDeposits(sandbox, tx, intentId, [amounts[0] ?? 0, amounts[1] ?? 0]);
    return { matched: isMatch, session: await findSession(sandbox, tx, intent.session) };
  });
  return matched ? { redirect: hosting.back(successUrl(session)) } : verifyPage(hosting, intentId, typed);
}

export async function refuseOnPage(hosting: Hosting, intentId: string): Promise<Answer> {
  await inTransaction(hosting, (sandbox, tx) => refuseDeposits(sandbox, tx, intentId));
  return { redirect: `/sandbox/verify/${intentId}` };
}
