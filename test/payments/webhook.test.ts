import { requestFaults, spec, withSpec } from './openapi';
import { anOpenCheckout, type ForeignPayments, foreignStripe, untilSettled } from './payment-harness';

let till: ForeignPayments;

beforeAll(async () => {
  till = await foreignStripe();
});
afterAll(() => till?.stop());

const db = () => till.app.services.db;

const checkedOut = () => anOpenCheckout(till);
const statusOf = async (id: number) => (await db()('purchase_orders').where({ id }).first('status'))?.status;
const eventsOf = (id: number) =>
  db()('order_history').where({ purchase_order_id: id }).orderBy('id').pluck('event');

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(till.foreign.webhookUrl, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const aboutPaying = (session: unknown) =>
  JSON.stringify(till.foreign.event('checkout.session.completed', session));
const inbox = () => db()('payment_events').orderBy('id').pluck('id');
const now = () => Math.floor(Date.now() / 1000);

const whileWorking = (act: () => Promise<unknown>) => untilSettled(till, act);

test('the same event 50 times at once causes one transition and one mail to each side', async () => {
  const { order, session } = await checkedOut();
  await db()('mails').delete();
  till.foreign.quietly.pay(session);
  const payload = aboutPaying(session);
  await whileWorking(async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post(payload, { 'Stripe-Signature': till.foreign.signature(payload) }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  expect(await eventsOf(order.id)).toEqual(['create', 'confirm_payment']);
  const mails: string[] = await db()('mails').pluck('recipient');
  expect(mails.sort()).toEqual([order.buyer.email, order.seller.email].sort());
});

test('fifty different events at once cause one transition', async () => {
  const { order, session, intent } = await checkedOut();
  till.foreign.quietly.pay(session);
  await whileWorking(() =>
    Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        till.foreign.send(
          index % 2
            ? till.foreign.event('payment_intent.succeeded', intent)
            : till.foreign.event('checkout.session.completed', session),
        ),
      ),
    ),
  );
  expect(await eventsOf(order.id)).toEqual(['create', 'confirm_payment']);
});

test('events that arrive while the payment changes lead to its final state', async () => {
  const { order, session, intent } = await checkedOut();
  const { foreign } = till;
  await whileWorking(async () => {
    foreign.quietly.byBank(session);
    await foreign.send(foreign.event('checkout.session.completed', session));
    foreign.quietly.verify(session);
    await foreign.send(foreign.event('payment_intent.processing', intent));
    foreign.quietly.pay(session);
    await foreign.send(foreign.event('payment_intent.succeeded', intent));
  });
  expect(await statusOf(order.id)).toBe('awaiting_shipment');
  expect((await eventsOf(order.id)).filter((event) => event === 'confirm_payment')).toHaveLength(1);
});

test('an answer older than the order is requested again', async () => {
  const { order, session, intent } = await checkedOut();
  const { foreign } = till;
  foreign.quietly.byBank(session);
  // The payment succeeds and the order is settled before the first answer arrives.
  let overtaken = false;
  foreign.before = ({ url }) => {
    if (overtaken || !url.includes('/payment_intents/')) return undefined;
    overtaken = true;
    return db()('purchase_orders')
      .where({ id: order.id })
      .update({ version: db().raw('version + 1') })
      .then(() => undefined);
  };
  await foreign.send(foreign.event('payment_intent.requires_action', intent));
  await till.settled();
  foreign.before = () => undefined;
  expect(overtaken).toBe(true);
  const lookups = foreign.requests.filter(({ url }) => url.endsWith(intent.id)).length;
  expect(lookups).toBeGreaterThanOrEqual(2);
  expect(await statusOf(order.id)).toBe('requires_payment_action');
});

describe('an event without a valid present signature changes nothing', () => {
  const attempt = async (
    headers: (payload: string) => Record<string, string>,
    sent?: (payload: string) => string,
  ) => {
    const { order, session } = await checkedOut();
    till.foreign.quietly.pay(session);
    const payload = aboutPaying(session);
    const before = await inbox();
    const answer = await post(sent?.(payload) ?? payload, headers(payload));
    await till.settled();
    expect(await inbox()).toEqual(before);
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
    return { status: answer.status, text: await answer.text() };
  };
  // Seconds relative to the time of sending.
  const signed = (off: number, secret?: string) => (payload: string) => ({
    'Stripe-Signature': till.foreign.signature(payload, { at: now() + off, ...(secret && { secret }) }),
  });

  interface Forgery {
    what: string;
    headers: (payload: string) => Record<string, string>;
    sent?: (payload: string) => string;
  }
  const forgeries: Forgery[] = [
    { what: 'no signature', headers: () => ({}) },
    { what: 'a signature that is none', headers: () => ({ 'Stripe-Signature': 'nonsense' }) },
    { what: 'another secret', headers: signed(0, 'whsec_other') },
    { what: 'more than 300 s old', headers: signed(-310) },
    { what: 'more than 300 s ahead', headers: signed(330) },
    {
      what: 'other bytes than those signed',
      headers: signed(0),
      sent: (payload) => payload.replace('"paid"', '"unpaid"'),
    },
    {
      what: 'the same JSON written differently',
      headers: signed(0),
      sent: (payload) => JSON.stringify(JSON.parse(payload), null, 1),
    },
    { what: 'nothing at all', headers: signed(0), sent: () => ' ' },
  ];
  test.each(forgeries)('$what: 400', async ({ headers, sent }) => {
    const answer = await attempt(headers, sent);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/at \w+ \(|whsec_/);
  });

  test('a signed event does not override the provider’s state', async () => {
    const { order, session } = await checkedOut();
    const lie = aboutPaying({ ...session, status: 'complete', payment_status: 'paid' });
    expect((await post(lie, { 'Stripe-Signature': till.foreign.signature(lie) })).status).toBe(200);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
  });
});

test('timestamps five minutes off are accepted, with a cookie and without a CSRF token', async () => {
  for (const off of [-290, 290]) {
    const payload = JSON.stringify(
      till.foreign.event('customer.created', { id: 'cus_1', object: 'customer' }),
    );
    const answer = await post(payload, {
      'Stripe-Signature': till.foreign.signature(payload, { at: now() + off }),
      Cookie: 'sid=whatever',
    });
    expect(answer.status).toBe(200);
  }
});

test('a body of 1 MB is accepted, a larger one is 413', async () => {
  const event = (bytes: number) =>
    JSON.stringify(till.foreign.event('customer.created', { object: 'customer', pad: 'x'.repeat(bytes) }));
  const fits = event(1024 * 1024 - 1_000);
  expect((await post(fits, { 'Stripe-Signature': till.foreign.signature(fits) })).status).toBe(200);
  const tooLarge = event(1024 * 1024);
  expect((await post(tooLarge, { 'Stripe-Signature': till.foreign.signature(tooLarge) })).status).toBe(413);
});

test('unusual signed events are stored and have no effect', async () => {
  const odd = [
    till.foreign.event('checkout.session.completed', {
      id: 'cs_of_somebody_else',
      object: 'checkout.session',
      metadata: { purchase_order_id: '999999' },
    }),
    till.foreign.event('payment_intent.succeeded', {
      id: 'pi_\u0000nul',
      object: 'payment_intent',
      metadata: null,
    }),
    till.foreign.event('charge.refunded', { id: 'ch_unknown', object: 'charge' }),
    till.foreign.event('something.new', null),
  ];
  for (const event of odd) expect(await till.foreign.send(event)).toBe(200);
  await till.settled();
  const waiting = await db()('payment_events').whereNull('processed_at');
  expect(waiting).toEqual([]);
});

const flagOf = async (id: number) =>
  db()('purchase_orders').where({ id }).first('status', 'payment_flag') as Promise<unknown>;

test.each<[string, (parts: Awaited<ReturnType<typeof checkedOut>>) => void]>([
  ['a cent too little', ({ intent }) => Object.assign(intent, { amount_received: intent.amount - 1 })],
  [
    'a session of another amount',
    ({ session }) => Object.assign(session, { amount_total: session.amount_total + 1 }),
  ],
  [
    'another currency',
    ({ intent, session }) =>
      Object.assign(intent, { currency: 'cad' }) && Object.assign(session, { currency: 'cad' }),
  ],
])('%s is flagged, not paid', async (_what, distort) => {
  const parts = await checkedOut();
  till.foreign.quietly.pay(parts.session);
  distort(parts);
  await till.foreign.send(till.foreign.event('checkout.session.completed', parts.session));
  await till.settled();
  expect(await flagOf(parts.order.id)).toEqual({
    status: 'awaiting_initial_payment',
    payment_flag: 'wrong_amount',
  });
});

async function paid() {
  const parts = await checkedOut();
  await till.foreign.pay(parts.session);
  await till.settled();
  const charge = till.foreign.charges.get(parts.intent.latest_charge ?? '');
  if (!charge) throw new Error('Nothing was charged');
  return { ...parts, charge };
}

test('a dispute flags the order and keeps its status', async () => {
  const { order, charge, intent } = await paid();
  charge.disputed = true;
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    charge: charge.id,
    payment_intent: intent.id,
    amount: charge.amount,
  };
  await till.foreign.send(till.foreign.event('charge.dispute.created', dispute));
  await till.settled();
  expect(await flagOf(order.id)).toEqual({ status: 'awaiting_shipment', payment_flag: 'disputed' });
});

test('a refund made at the provider is flagged; our own is not', async () => {
  const theirs = await paid();
  Object.assign(theirs.charge, { refunded: true, amount_refunded: theirs.charge.amount });
  await till.foreign.send(till.foreign.event('charge.refunded', theirs.charge));
  await till.settled();
  expect(await flagOf(theirs.order.id)).toEqual({
    status: 'awaiting_shipment',
    payment_flag: 'refunded_at_provider',
  });

  const ours = await paid();
  const staff = await till.factory.as(await till.factory.staff());
  await staff.request('POST', `/admin/purchase_orders/${ours.order.id}/state_transitions`, {
    body: { event: 'cancel' },
  });
  await till.settled();
  await till.foreign.send(till.foreign.event('charge.refunded', ours.charge));
  await till.settled();
  expect(await flagOf(ours.order.id)).toEqual({ status: 'canceled', payment_flag: null });
  const refunds = await db()('refunds').where({ purchase_order_id: ours.order.id });
  expect(refunds).toEqual([expect.objectContaining({ status: 'succeeded' })]);
});

test('a claimed refund that the provider does not know is not flagged', async () => {
  const { order, charge } = await paid();
  await till.foreign.send(
    till.foreign.event('charge.refunded', { ...charge, refunded: true, amount_refunded: charge.amount }),
  );
  await till.settled();
  expect(await flagOf(order.id)).toEqual({ status: 'awaiting_shipment', payment_flag: null });
});

withSpec('every request of ours is one that the provider describes', () => {
  if (!spec) return;
  const known = spec;
  expect(till.foreign.requests.some(({ method, url }) => method === 'POST' && url === '/v1/refunds')).toBe(
    true,
  );
  expect(till.foreign.requests.flatMap((request) => requestFaults(known, request))).toEqual([]);
});
