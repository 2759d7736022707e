import { openPayment, settlePayment, verifyPayment } from '../../server/payments/contract';
import { reconcile } from '../../server/payments/reconcile';
import type { RemoteStripeStub } from '../support/stripe';
import { requestFaults, spec, withSpec } from './openapi';
import { foreignStripe, type PaymentHarness } from './payment-harness';

let till: PaymentHarness & { foreign: RemoteStripeStub };

beforeAll(async () => {
  till = await foreignStripe();
});
afterAll(() => till?.stop());
beforeEach(() => {
  till.foreign.before = () => undefined;
});

const db = () => till.app.services.db;
const keysOf = (requests: readonly { idempotencyKey: string | null }[]) =>
  new Set(requests.map((one) => one.idempotencyKey));
const attemptsOf = (id: number) =>
  db()('payment_attempts').where({ purchase_order_id: id }).orderBy('attempt');

async function anOrder() {
  const order = await till.factory.anOrder();
  const client = await till.factory.as(order.buyer);
  return { ...order, client, checkOut: () => client.call(openPayment, { id: order.id }) };
}

const isAway = (status: number) => status === 502 || status === 503;

test('a provider that never answers: 503 within 10 s without locks, and the same key on the next try', async () => {
  const order = await anOrder();
  const before = till.foreign.created().length;
  let held: unknown[] | undefined;
  till.foreign.before = async ({ url }) => {
    if (url !== '/v1/checkout/sessions') return undefined;
    const { rows } = await db().raw(
      `select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    held = rows;
    // The order is not locked: it can be updated at once.
    await db()('purchase_orders').where({ id: order.id }).update({ updated_at: db().fn.now() });
    await new Promise(() => undefined);
    return undefined;
  };
  const began = performance.now();
  const away = await order.checkOut();
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(isAway(away.status)).toBe(true);
  expect(away.text).toContain('payment provider');
  expect(held).toEqual([]);

  till.foreign.before = () => undefined;
  expect((await order.checkOut()).status).toBe(200);
  const tries = till.foreign.created().slice(before);
  expect(tries.length).toBeGreaterThanOrEqual(2);
  expect(keysOf(tries).size).toBe(1);
  expect(await attemptsOf(order.id)).toHaveLength(1);
});

test('after a lost answer the next try finds the same session', async () => {
  const order = await anOrder();
  const before = till.foreign.sessions.size;
  let lost = 2;
  const cut = till.foreign as unknown as { keyed(request: unknown): unknown };
  const keyed = cut.keyed.bind(till.foreign);
  cut.keyed = (request) => {
    const reply = keyed(request);
    if ((request as { method: string }).method === 'POST' && lost-- > 0) throw new Error('cut off');
    return reply;
  };
  expect(isAway((await order.checkOut()).status)).toBe(true);
  const { status } = await order.checkOut();
  cut.keyed = keyed;
  expect(status).toBe(200);
  expect(till.foreign.sessions.size).toBe(before + 1);
});

test('a provider error: 503, and the same key again', async () => {
  const order = await anOrder();
  const before = till.foreign.created().length;
  till.foreign.before = () => ({ status: 500 });
  const answer = await order.checkOut();
  expect(isAway(answer.status)).toBe(true);
  till.foreign.before = () => undefined;
  expect((await order.checkOut()).status).toBe(200);
  expect(keysOf(till.foreign.created().slice(before)).size).toBe(1);
});

test('a permanent refusal: 502, and another key next time', async () => {
  const order = await anOrder();
  const before = till.foreign.created().length;
  till.foreign.before = ({ method }) => (method === 'POST' ? { status: 400 } : undefined);
  expect((await order.checkOut()).status).toBe(502);
  till.foreign.before = () => undefined;
  expect((await order.checkOut()).status).toBe(200);
  expect(keysOf(till.foreign.created().slice(before)).size).toBe(2);
});

test('an old interrupted attempt is replaced by a new one', async () => {
  const order = await anOrder();
  till.foreign.before = () => ({ status: 500 });
  await order.checkOut();
  till.foreign.before = () => undefined;
  await db()('payment_attempts')
    .where({ purchase_order_id: order.id })
    .update({ created_at: db().raw("now() - interval '2 hours'") });
  expect((await order.checkOut()).status).toBe(200);
  expect((await attemptsOf(order.id)).map(({ status }) => status)).toEqual(['expired', 'open']);
});

test('an expired session is replaced', async () => {
  const order = await anOrder();
  const first = await order.checkOut();
  const session = till.foreign.sessions.get(first.body.url.split('/').pop() ?? '');
  Object.assign(session ?? {}, { status: 'expired', url: null });
  const second = await order.checkOut();
  expect(second.status).toBe(200);
  expect(second.body.url).not.toBe(first.body.url);
});

test('a session that the provider does not know is replaced', async () => {
  const order = await anOrder();
  const first = await order.checkOut();
  till.foreign.sessions.delete(first.body.url.split('/').pop() ?? '');
  const second = await order.checkOut();
  expect(second.status).toBe(200);
  expect(second.body.url).not.toBe(first.body.url);
});

test('reconciling stops at the first call to an unavailable provider', async () => {
  for (const order of [await anOrder(), await anOrder(), await anOrder()]) await order.checkOut();
  till.foreign.before = () => ({ status: 503 });
  const before = till.foreign.requests.length;
  const { total, failed } = await reconcile(till.app.services, 0);
  expect(total).toBeGreaterThanOrEqual(3);
  expect(failed).toBe(total);
  // One request and its retry.
  expect(till.foreign.requests.length - before).toBe(2);
});

test('an order canceled while the checkout opens is not paid', async () => {
  const order = await anOrder();
  const staff = await till.factory.as(await till.factory.staff());
  till.foreign.before = async ({ url }) => {
    if (url === '/v1/checkout/sessions')
      await staff.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
        body: { event: 'cancel' },
      });
    return undefined;
  };
  expect((await order.checkOut()).status).toBe(409);
  const session = [...till.foreign.sessions.values()].find(
    (one) => one.client_reference_id === String(order.id),
  );
  expect(session?.status).toBe('expired');
});

test('settling and verifying with an unavailable provider: 503, and the order unchanged', async () => {
  const order = await anOrder();
  const { body } = await order.checkOut();
  await till.payByBank(body.url);
  await till.settled();
  till.foreign.before = () => ({ status: 503 });
  expect(isAway((await order.client.call(settlePayment, { id: order.id })).status)).toBe(true);
  expect(isAway((await order.client.call(verifyPayment, { id: order.id })).status)).toBe(true);
  const row = await db()('purchase_orders').where({ id: order.id }).first('status');
  expect(row?.status).toBe('requires_payment_action');
});

test('a provider without a server: 503', async () => {
  const alone = await foreignStripe();
  const order = await alone.factory.anOrder();
  const client = await alone.factory.as(order.buyer);
  await alone.foreign.stop();
  const { status, headers } = await client.call(openPayment, { id: order.id });
  await alone.app.stop();
  expect(status).toBe(503);
  expect(headers.get('Retry-After')).not.toBeNull();
});

withSpec('every request of ours is one that Stripe describes', () => {
  if (!spec) return;
  const known = spec;
  const kinds = new Set(
    till.foreign.requests.map(({ method, url }) => `${method} ${url.replace(/\w+_\w{20,}/, ':id')}`),
  );
  expect(kinds).toEqual(
    new Set([
      'POST /v1/checkout/sessions',
      'GET /v1/checkout/sessions/:id',
      'POST /v1/checkout/sessions/:id/expire',
      'GET /v1/payment_intents/:id',
    ]),
  );
  expect(till.foreign.requests.flatMap((request) => requestFaults(known, request))).toEqual([]);
});
