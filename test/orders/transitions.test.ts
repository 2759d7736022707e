import { jobs } from '../../server/job-registry';
import { enqueue } from '../../server/jobs/job';
import type { PurchaseOrdersDocument } from '../../server/orders/contract';
import { type OrderEvent, type OrderStatus, orderStatuses } from '../../server/orders/rules';
import { orderEvents } from '../../server/orders/state-machine';
import { cancelUnpaidOrders } from '../../server/payments/payment-deadline';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;
beforeAll(async () => {
  staff = await factory.as(await factory.staff());
});

const attempt = (id: number, event: unknown, more: object = {}, by = staff) =>
  by.request('POST', `/admin/purchase_orders/${id}/state_transitions`, { body: { event, ...more } });

/** The events that lead to each status. */
const paths: Record<OrderStatus, OrderEvent[]> = {
  awaiting_initial_payment: [],
  payment_pending: ['submit_payment'],
  requires_payment_action: ['require_payment_action'],
  awaiting_shipment: ['confirm_payment'],
  shipped: ['confirm_payment', 'ship'],
  received: ['confirm_payment', 'ship', 'receive'],
  paid_in_full: ['confirm_payment', 'ship', 'receive', 'pay_in_full'],
  completed: ['confirm_payment', 'ship', 'receive', 'pay_in_full', 'complete'],
  canceled: ['cancel'],
};

/** The status that each event leads to. Written from the specification, not from the code; the rest is 409. */
const leads: Record<OrderEvent, Partial<Record<OrderStatus, OrderStatus>>> = {
  submit_payment: { awaiting_initial_payment: 'payment_pending', requires_payment_action: 'payment_pending' },
  require_payment_action: {
    awaiting_initial_payment: 'requires_payment_action',
    payment_pending: 'requires_payment_action',
  },
  confirm_payment: {
    awaiting_initial_payment: 'awaiting_shipment',
    payment_pending: 'awaiting_shipment',
    requires_payment_action: 'awaiting_shipment',
  },
  fail_payment: {
    payment_pending: 'awaiting_initial_payment',
    requires_payment_action: 'awaiting_initial_payment',
  },
  ship: { awaiting_shipment: 'shipped' },
  receive: { shipped: 'received' },
  pay_in_full: { received: 'paid_in_full' },
  complete: { paid_in_full: 'completed' },
  cancel: {
    awaiting_initial_payment: 'canceled',
    payment_pending: 'canceled',
    requires_payment_action: 'canceled',
    awaiting_shipment: 'canceled',
  },
};

async function orderIn(status: OrderStatus) {
  const order = await factory.anOrder();
  for (const event of paths[status]) expect((await attempt(order.id, event)).status).toBe(200);
  return order;
}

async function picture({ id, product }: { id: number; product: { id: number } }) {
  const { db } = factory;
  return {
    order: await db('purchase_orders').where({ id }).first(),
    history: await db('order_history').where({ purchase_order_id: id }).orderBy('id'),
    mails: await db('mails')
      .whereLike('event_key', `order:${id}:%`)
      .orderBy('id')
      .select('id', 'event_key', 'recipient'),
    units: (await db('products').where({ id: product.id }).first('units'))?.units,
    movements: await db('stock_movements')
      .where({ product_id: product.id })
      .orderBy('id')
      .select('units', 'reason'),
    audit: await db('audit_log')
      .where({ subject_type: 'purchase_order', subject_id: id })
      .orderBy('id')
      .select('id', 'action'),
  };
}

describe.each(orderStatuses)('from %s', (status) => {
  const events = Object.keys(orderEvents) as OrderEvent[];
  const allowed = events.filter((event) => leads[event][status]);

  test('an event outside the table is 409 and changes nothing', async () => {
    const order = await orderIn(status);
    const before = await picture(order);
    for (const event of events.filter((name) => !allowed.includes(name))) {
      const answer = await attempt(order.id, event);
      expect([event, answer.status]).toEqual([event, 409]);
      expect(answer.body).toEqual({
        error: expect.stringMatching(/^This action isn't available\. The order's status is: /),
        code: 'conflict',
      });
    }
    expect(await picture(order)).toEqual(before);
  });

  test('staff are offered exactly what is allowed', async () => {
    const order = await orderIn(status);
    const { body } = await staff.request('GET', '/admin/purchase_orders', {
      query: { query: order.po_number },
    });
    const [row] = (body as { data: { attributes: { allowed_state_transitions: unknown } }[] }).data;
    expect(row?.attributes.allowed_state_transitions).toEqual(
      allowed.map((event) => ({ event, state: leads[event][status] })),
    );
  });

  if (allowed.length > 0)
    test.each(allowed)('%s sets the status of the table once and sends its mails', async (event) => {
      const order = await orderIn(status);
      const before = await picture(order);
      const answer = await attempt(order.id, event, { reason: 'By hand' });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        { data: { attributes: { status: leads[event][status] } } },
      ]);
      const after = await picture(order);
      expect(after.order).toMatchObject({
        status: leads[event][status],
        version: (before.order?.version ?? 0) + 1,
      });
      expect(after.history.slice(before.history.length)).toMatchObject([
        { event, from_status: status, to_status: leads[event][status], actor: 'staff', reason: 'By hand' },
      ]);
      const mailed = ['confirm_payment', 'ship', 'cancel'].includes(event);
      const mails = after.mails.slice(before.mails.length).map(({ recipient }) => recipient);
      expect(mails.sort()).toEqual(mailed ? [order.buyer.email, order.seller.email].sort() : []);
      expect(after.units).toBe(event === 'cancel' ? 100n : 90n);
      expect(after.audit).toHaveLength(before.audit.length + 1);
      // A repeated event is a conflict, unless the table allows it from the new status.
      const again = await attempt(order.id, event);
      const next = leads[event][leads[event][status] as OrderStatus];
      expect(again.status).toBe(next ? 200 : 409);
    });
});

test('an unknown event is 422', async () => {
  const order = await factory.anOrder();
  for (const event of [
    'refund',
    '',
    null,
    undefined,
    'toString',
    '__proto__',
    'CANCEL',
    ['cancel'],
    { ship: 1 },
    7,
  ])
    expect([event, (await attempt(order.id, event)).status]).toEqual([event, 422]);
  expect((await factory.db('purchase_orders').where({ id: order.id }).first())?.status).toBe(
    'awaiting_initial_payment',
  );
});

test('a missing order is 404, an older version 409', async () => {
  expect((await attempt(99_999_999, 'ship')).status).toBe(404);
  const order = await orderIn('awaiting_shipment');
  expect((await attempt(order.id, 'ship', { version: 1 })).status).toBe(409);
  expect((await attempt(order.id, 'ship', { version: 2 })).status).toBe(200);
});

test('two staff at once: one ships or one cancels, each once, and the units follow', async () => {
  const other = await factory.as(await factory.staff());
  for (let round = 0; round < 5; round++) {
    const order = await orderIn('awaiting_shipment');
    const statuses = await Promise.all([
      attempt(order.id, 'ship'),
      attempt(order.id, 'cancel', {}, other),
      attempt(order.id, 'ship', {}, other),
      attempt(order.id, 'cancel'),
    ]).then((answers) => answers.map(({ status }) => status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    const { order: row, units, mails, movements } = await picture(order);
    expect(units).toBe(row?.status === 'canceled' ? 100n : 90n);
    expect(movements.reduce((sum, move) => sum + move.units, 0n)).toBe(units);
    // Placed, confirmed, then shipped or canceled.
    expect(mails).toHaveLength(6);
  }
});

test('20 cancels at once give the units back once', async () => {
  const order = await orderIn('payment_pending');
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await attempt(order.id, 'cancel')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect((await picture(order)).units).toBe(100n);
});

test('carrier and tracking number are shown to both sides and to staff', async () => {
  const order = await orderIn('awaiting_shipment');
  const how = { carrier: 'Parcel & <b>Co</b>', tracking_number: '1Z 999' };
  expect((await attempt(order.id, 'ship', how)).status).toBe(200);
  for (const person of [order.buyer, order.seller]) {
    const { body } = await (await factory.as(person)).request('GET', '/marketplace/purchase_orders');
    const [shown] = (body as PurchaseOrdersDocument).data;
    expect(shown?.attributes).toMatchObject({ status: 'shipped', ...how });
    expect(shown?.attributes.history.map(({ event }) => event)).toEqual([
      'create',
      'confirm_payment',
      'ship',
    ]);
  }
  const mail = await factory
    .db('mails')
    .where({ recipient: order.buyer.email })
    .whereLike('subject', '%has shipped')
    .first();
  expect(mail?.html).toContain('Parcel &amp; &lt;b&gt;Co&lt;/b&gt;');
});

test('a seller sees the net; a buyer can fire no event', async () => {
  const order = await factory.anOrder();
  for (const person of [order.buyer, order.seller]) {
    const client = await factory.as(person);
    expect((await attempt(order.id, 'confirm_payment', {}, client)).status).toBe(403);
  }
  expect((await picture(order)).order?.status).toBe('awaiting_initial_payment');
});

describe('unpaid orders', () => {
  const run = async () => {
    await factory.transaction((tx) => enqueue(tx, cancelUnpaidOrders, {}));
    await runDueJobs(factory.services, jobs);
  };
  const age = (id: number, hours: number) =>
    factory
      .db('purchase_orders')
      .where({ id })
      .update({ created_at: new Date(Date.now() - hours * 3_600_000) });

  test('are canceled after the deadline and return their units; others are not', async () => {
    const old = await orderIn('awaiting_initial_payment');
    const acting = await orderIn('requires_payment_action');
    const young = await orderIn('awaiting_initial_payment');
    const pending = await orderIn('payment_pending');
    const paid = await orderIn('awaiting_shipment');
    for (const { id } of [old, acting, pending, paid]) await age(id, 49);
    await age(young.id, 47);
    // Deposits have a deadline of their own, which has passed.
    await factory
      .db('purchase_orders')
      .where({ id: acting.id })
      .update({ deposits_due_at: new Date(Date.now() - 3_600_000) });
    for (let again = 0; again < 2; again++) await run();
    const statuses = await Promise.all(
      [old, acting, young, pending, paid].map(async (order) => {
        const { order: row, units } = await picture(order);
        return [row?.status, units];
      }),
    );
    expect(statuses).toEqual([
      ['canceled', 100n],
      ['canceled', 100n],
      ['awaiting_initial_payment', 90n],
      ['payment_pending', 90n],
      ['awaiting_shipment', 90n],
    ]);
    expect((await picture(old)).order?.reason).toBe('Not paid within 48 hours');
    expect((await picture(old)).mails).toHaveLength(4);
  });
});
