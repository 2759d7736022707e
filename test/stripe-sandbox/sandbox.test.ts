import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { connect, type Db } from '../../db/connection';
import { objectFaultsOf, spec, withSpec } from '../payments/openapi';
import { type TestDatabase, testDatabase } from '../support/database';
import { projectRoot } from '../support/roots';
import { type Standalone, startStandalone } from '../support/stripe-sandbox';

let database: TestDatabase;
let db: Db;
let shop: Server;
let standalone: Standalone;
let stripe: Stripe;

const SECRET = 'whsec_of_this_test';
const KEY = 'sk_test_of_this_test';
let events: Stripe.Event[] = [];
let refuseNext = 0;
let onEvent: () => void = () => undefined;

async function takeEvent(req: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  if (refuseNext > 0) {
    refuseNext -= 1;
    return 500;
  }
  const signature = String(req.headers['stripe-signature']);
  events.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, SECRET));
  onEvent();
  return 200;
}

const untilEvent = (type: string) =>
  new Promise<Stripe.Event>((resolve) => {
    onEvent = () => {
      const found = events.find((event) => event.type === type);
      if (found) resolve(found);
    };
    onEvent();
  });

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url);
  shop = createServer((req, res) => {
    takeEvent(req).then((status) => res.writeHead(status).end());
  });
  await new Promise<void>((listening) => {
    shop.listen(0, '127.0.0.1', listening);
  });
  standalone = await startStandalone({
    db,
    root: projectRoot,
    apiKey: KEY,
    webhookSecret: SECRET,
    webhookUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks/stripe`,
  });
  const { hostname, port } = new URL(standalone.origin);
  stripe = new Stripe(KEY, {
    protocol: 'http',
    host: hostname,
    port,
    telemetry: false,
    maxNetworkRetries: 0,
  });
});

afterAll(async () => {
  await standalone?.stop();
  shop?.closeAllConnections();
  shop?.close();
  await db?.destroy();
  await database?.drop();
});

beforeEach(() => {
  events = [];
  refuseNext = 0;
});

const params = (
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: '7',
  metadata: { purchase_order_id: '7' },
  payment_intent_data: { metadata: { purchase_order_id: '7' } },
  success_url: 'http://localhost/my_orders?stripe_success=true&purchase_order_id=7',
  cancel_url: 'http://localhost/my_orders?stripe_success=false&purchase_order_id=7',
  line_items: [
    {
      quantity: 1,
      price_data: { currency: 'usd', unit_amount: 12_345, product_data: { name: 'PO-100007' } },
    },
  ],
  ...changes,
});

const open = (changes?: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create(params(changes));

const press = (address: string, body = '') =>
  fetch(`${standalone.origin}${address}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });

const hosted = async (url: string | null | undefined) => (await fetch(String(url))).text();

test('a new session has its total, an unguessable URL and no payment', async () => {
  const session = await open();
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 12_345,
    currency: 'usd',
    client_reference_id: '7',
    metadata: { purchase_order_id: '7' },
    payment_intent: null,
  });
  expect(session.url).toMatch(/\/sandbox\/checkout\/cs_test_[0-9a-f]{48}$/);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    id: session.id,
    status: 'open',
  });
});

test('the hosted page shows the order, the amount and four buttons', async () => {
  const html = await hosted((await open()).url);
  expect(html).toContain('PO-100007');
  expect(html).toContain('$123.45');
  for (const label of ['Pay', 'Pay by bank', 'Decline', 'Cancel'])
    expect(html).toMatch(new RegExp(`<button[^>]*>${label}</button>`));
  expect(html).not.toMatch(/<script|style=/);
});

test('Pay charges at once, leads back to the shop and sends a signed event', async () => {
  const session = await open();
  const answer = await press(`/sandbox/checkout/${session.id}/pay`);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(params().success_url);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' });
  expect(paid.payment_intent).toMatchObject({
    status: 'succeeded',
    amount: 12_345,
    amount_received: 12_345,
    metadata: { purchase_order_id: '7' },
  });
  const event = await untilEvent('checkout.session.completed');
  expect(event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' });
  await untilEvent('payment_intent.succeeded');
});

test('pressing Pay twice at once charges once', async () => {
  const session = await open();
  await Promise.all(Array.from({ length: 8 }, () => press(`/sandbox/checkout/${session.id}/pay`)));
  const charges = await db('sandbox_objects')
    .where({ kind: 'charge' })
    .whereRaw("data ->> 'payment_intent' = ?", [
      (await stripe.checkout.sessions.retrieve(session.id)).payment_intent as string,
    ]);
  expect(charges).toHaveLength(1);
});

test('a declined card shows an error, and the same page still accepts a payment', async () => {
  const session = await open();
  const answer = await press(`/sandbox/checkout/${session.id}/decline`);
  expect(answer.headers.get('location')).toBe(`/sandbox/checkout/${session.id}`);
  expect(await hosted(session.url)).toContain('Your card was declined.');
  const tried = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(tried).toMatchObject({ status: 'open', payment_intent: { status: 'requires_payment_method' } });
  await untilEvent('payment_intent.payment_failed');
  await press(`/sandbox/checkout/${session.id}/pay`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

test('Cancel leads back and leaves the session open', async () => {
  const session = await open();
  const answer = await press(`/sandbox/checkout/${session.id}/cancel`);
  expect(answer.headers.get('location')).toBe(params().cancel_url);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
});

const byBank = async () => {
  const session = await open();
  await press(`/sandbox/checkout/${session.id}/pay_by_bank`);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  return { session, intentId: payment_intent as string };
};

test('a bank payment waits for its deposits to be verified, then settles', async () => {
  const { session, intentId } = await byBank();
  const waiting = await stripe.paymentIntents.retrieve(intentId);
  expect(waiting).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'verify_with_microdeposits' },
  });
  const url = waiting.next_action?.verify_with_microdeposits?.hosted_verification_url ?? '';
  expect(await hosted(url)).toMatch(/<button[^>]*>Confirm deposits<\/button>/);

  const wrong = await press(`/sandbox/verify/${intentId}/confirm`, 'amount_1=1&amount_2=2');
  expect(await wrong.text()).toContain("don't match");
  expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'requires_action' });

  const right = await press(`/sandbox/verify/${intentId}/confirm`, 'amount_1=45&amount_2=32');
  expect(right.headers.get('location')).toBe(params().success_url);
  await untilEvent('payment_intent.processing');
  await untilEvent('checkout.session.async_payment_succeeded');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

test('a bank that refuses ends the payment without money', async () => {
  const { session, intentId } = await byBank();
  await press(`/sandbox/verify/${intentId}/refuse`);
  await untilEvent('checkout.session.async_payment_failed');
  expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'requires_payment_method' });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
  });
});

test('an expired session takes no payment and cannot be expired again', async () => {
  const session = await open();
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
  await press(`/sandbox/checkout/${session.id}/pay`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'expired',
    payment_status: 'unpaid',
  });
  expect(await hosted(`${standalone.origin}/sandbox/checkout/${session.id}`)).toContain(
    'This checkout has expired',
  );
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('the same idempotency key is the same session, also 20 times at once; with other parameters it is refused', async () => {
  const idempotencyKey = 'order-7-attempt-1';
  const all = await Promise.all(
    Array.from({ length: 20 }, () => stripe.checkout.sessions.create(params(), { idempotencyKey })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  await expect(
    stripe.checkout.sessions.create(params({ client_reference_id: '8' }), { idempotencyKey }),
  ).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
});

test('a refused request does not use up its key', async () => {
  const idempotencyKey = 'refused-then-right';
  await expect(
    stripe.checkout.sessions.create({ mode: 'payment' }, { idempotencyKey }),
  ).rejects.toMatchObject({ statusCode: 400 });
  expect(await stripe.checkout.sessions.create(params(), { idempotencyKey })).toMatchObject({
    status: 'open',
  });
});

test('a refund gives the charge back once', async () => {
  const session = await open();
  await press(`/sandbox/checkout/${session.id}/pay`);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
  const intent = payment_intent as string;
  const refund = await stripe.refunds.create({ payment_intent: intent });
  expect(refund).toMatchObject({ amount: 12_345, status: 'succeeded', payment_intent: intent });
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
  await untilEvent('charge.refunded');
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
});

test('unknown objects, parameters and URLs get Stripe’s errors', async () => {
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(open({ bogus: 1 } as object)).rejects.toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
  });
  const line = (unit_amount: number) => [
    { quantity: 1, price_data: { currency: 'usd', unit_amount, product_data: { name: 'x' } } },
  ];
  await expect(open({ line_items: line(49) })).rejects.toMatchObject({ code: 'amount_too_small' });
  await expect(open({ line_items: line(100_000_000) })).rejects.toMatchObject({ code: 'amount_too_large' });
  const otherAccount = new Stripe('sk_test_other', {
    protocol: 'http',
    host: '127.0.0.1',
    port: new URL(standalone.origin).port,
    telemetry: false,
  });
  await expect(otherAccount.checkout.sessions.create(params())).rejects.toMatchObject({ statusCode: 401 });
});

test('lists are paged, newest first', async () => {
  const opened = [await open(), await open(), await open()].map(({ id }) => id);
  const found: string[] = [];
  for await (const session of stripe.checkout.sessions.list({ limit: 2 })) {
    found.push(session.id);
    if (found.length === 3) break;
  }
  expect(found).toEqual(opened.reverse());
});

test('an event that is not accepted is sent again unchanged', async () => {
  refuseNext = 2;
  const session = await open();
  await stripe.checkout.sessions.expire(session.id);
  const event = await untilEvent('checkout.session.expired');
  expect(refuseNext).toBe(0);
  expect(await stripe.events.retrieve(event.id)).toMatchObject({
    id: event.id,
    type: 'checkout.session.expired',
  });
});

withSpec('answers have the shape that Stripe describes', async () => {
  if (!spec) return;
  const session = await open();
  expect(objectFaultsOf(spec, 'checkout.session', session)).toEqual([]);
  await press(`/sandbox/checkout/${session.id}/pay`);
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  expect(objectFaultsOf(spec, 'checkout.session', paid)).toEqual([]);
  const intent = await stripe.paymentIntents.retrieve(paid.payment_intent as string);
  expect(objectFaultsOf(spec, 'payment_intent', intent)).toEqual([]);
  const charge = await stripe.charges.retrieve(intent.latest_charge as string);
  expect(objectFaultsOf(spec, 'charge', charge)).toEqual([]);
  const refund = await stripe.refunds.create({ payment_intent: intent.id });
  expect(objectFaultsOf(spec, 'refund', refund)).toEqual([]);
  const event = await untilEvent('charge.refunded');
  expect(objectFaultsOf(spec, 'event', event)).toEqual([]);
  const { intentId } = await byBank();
  expect(objectFaultsOf(spec, 'payment_intent', await stripe.paymentIntents.retrieve(intentId))).toEqual([]);
});
