import type { Tx } from '../../db/transaction';
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '../contract/money';
import { invalid, noSuch } from './errors';
import { emitEvent } from './events';
import { lock, newId, put, type Session, save, seconds } from './objects';
import { groupOf, integerOf, listOf, metadataOf, onlyKnown, type Params, required, textOf } from './params';
import type { Sandbox } from './sandbox';
import { checkoutPageUrl } from './serializer';

const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

const SUPPORTED_PARAMS = [
  'cancel_url',
  'client_reference_id',
  'currency',
  'custom_text',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'payment_method_options',
  'payment_method_types',
  'submit_type',
  'success_url',
];

export async function createSession(sandbox: Sandbox, tx: Tx, params: Params): Promise<Session> {
  onlyKnown(params, SUPPORTED_PARAMS);
  if (required(params, 'mode') !== 'payment') throw invalid('The sandbox takes mode `payment` only.', 'mode');
  const lineItems = readLineItems(params);
  const total = payableTotal(lineItems);
  const now = seconds();
  const expiresAt = readExpiry(params, now);
  const intentData = groupOf(params, 'payment_intent_data');
  const types = listOf(params, 'payment_method_types').filter((type) => typeof type === 'string');
  const id = newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    created: now,
    amount_total: total,
    currency: 'usd',
    cancel_url: textOf(params, 'cancel_url') ?? null,
    success_url: required(params, 'success_url'),
    client_reference_id: textOf(params, 'client_reference_id') ?? null,
    metadata: metadataOf(params),
    payment_intent: null,
    payment_intent_data: {
      metadata: metadataOf(intentData),
      description: textOf(intentData, 'description') ?? null,
    },
    payment_method_types: types.length ? types : ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    status: 'open',
    expires_at: expiresAt,
    url: checkoutPageUrl(sandbox.origin, id),
    line_items: lineItems,
    submit_message: textOf(groupOf(groupOf(params, 'custom_text'), 'submit'), 'message') ?? null,
  };
  await put(tx, 'checkout.session', session);
  return session;
}

function readLineItems(params: Params) {
  const lineItems = listOf(params, 'line_items').map(readLineItem);
  if (lineItems.length === 0)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
  return lineItems;
}

const wrongTotal = (rule: string, code: string) =>
  invalid(`The Checkout Session's total amount due must ${rule}`, undefined, code);

function payableTotal(lineItems: Session['line_items']): number {
  const total = lineItems.reduce((sum, line) => sum + line.unit_amount * line.quantity, 0);
  if (total < MIN_TOTAL_CENTS) throw wrongTotal('add up to at least $0.50 usd', 'amount_too_small');
  if (total > MAX_TOTAL_CENTS) throw wrongTotal('be no more than $999,999.99', 'amount_too_large');
  return total;
}

function readExpiry(params: Params, now: number): number {
  const expiresAt = integerOf(params, 'expires_at') ?? now + MAX_LIFETIME_SECONDS;
  if (expiresAt < now + MIN_LIFETIME_SECONDS || expiresAt > now + MAX_LIFETIME_SECONDS + 60)
    throw invalid(
      'The `expires_at` timestamp must be 30 minutes to 24 hours from Checkout Session creation.',
      'expires_at',
    );
  return expiresAt;
}

function readLineItem(item: string | Params, index: number) {
  const at = `line_items[${index}]`;
  if (typeof item === 'string') throw invalid(`Invalid object: ${at}`, at);
  const price = groupOf(item, 'price_data');
  if (required(price, 'currency').toLowerCase() !== 'usd')
    throw invalid('The sandbox takes US dollars only.', `${at}[price_data][currency]`);
  const quantity = integerOf(item, 'quantity');
  const unitAmount = integerOf(price, 'unit_amount');
  if (quantity === undefined || quantity < 1)
    throw invalid('Quantity is required. Add `quantity` to the line item.', `${at}[quantity]`);
  if (unitAmount === undefined || unitAmount < 0)
    throw invalid(
      'Missing required param: unit_amount.',
      `${at}[price_data][unit_amount]`,
      'parameter_missing',
    );
  const product = groupOf(price, 'product_data');
  return {
    id: newId('li'),
    name: required(product, 'name'),
    description: textOf(product, 'description') ?? null,
    quantity,
    unit_amount: unitAmount,
  };
}

/** Locks the session; expires it when its time is over. */
export async function findSession(sandbox: Sandbox, tx: Tx, id: string): Promise<Session> {
  const session = await lock(tx, 'checkout.session', id);
  if (!session) throw noSuch('checkout.session', id);
  return session.status === 'open' && session.expires_at <= seconds()
    ? expire(sandbox, tx, session)
    : session;
}

export async function expireSession(sandbox: Sandbox, tx: Tx, id: string): Promise<Session> {
  const session = await findSession(sandbox, tx, id);
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}`,
    );
  return expire(sandbox, tx, session);
}

async function expire(sandbox: Sandbox, tx: Tx, session: Session): Promise<Session> {
  const expired: Session = { ...session, status: 'expired', url: null };
  await save(tx, expired);
  await emitEvent(sandbox, tx, 'checkout.session.expired', expired);
  return expired;
}
