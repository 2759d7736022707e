import type { PurchaseOrderRow } from '../../db/tables';
import { isLate } from '../../islands/shipping/ship-by';
import { dayIn } from '../../server/contract/time/zones';
import { jobs } from '../../server/job-registry';
import { enqueue, type Job } from '../../server/jobs/job';
import type { PurchaseOrder } from '../../server/orders/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { ADDRESS, act, paidOrder, runJobs, ship, storedOrder } from './orders-to-ship';

const factory = new Factory(useTestApp({ rateLimits: false }));

const run = async (name: string) => {
  const found = jobs.find((job) => job.name === name) as Job<object>;
  await factory.transaction((tx) => enqueue(tx, found, {}));
  await runJobs(factory);
};

async function shippedOrder(columns: Partial<PurchaseOrderRow> = {}) {
  const order = await paidOrder(factory);
  expect((await ship(order.sellerClient, order.id)).status).toBe(201);
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ receipt_extended: false, ...columns });
  return order;
}

const mailsTo = (recipient: string, subject: string) =>
  factory.db('mails').where({ recipient }).whereLike('subject', subject).select('subject');

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test('the buyer confirms once, the second time is the same; the seller reads when earnings come', async () => {
  const order = await shippedOrder();
  const early = await paidOrder(factory);
  expect(await act(early.buyerClient, early.id, 'receive')).toMatchObject({
    status: 409,
    body: { error: "This order hasn't shipped yet." },
  });
  expect((await act(order.sellerClient, order.id, 'receive')).status).toBe(403);
  const { version } = await storedOrder(factory, order.id);
  for (let again = 0; again < 2; again++)
    expect(await act(order.buyerClient, order.id, 'receive')).toMatchObject({
      status: 200,
      body: { data: { attributes: { status: 'received', claim_until: expect.any(String) } } },
    });
  const stored = await storedOrder(factory, order.id);
  expect(stored.version).toBe(version + 1);
  expect(
    await mailsTo(order.seller.email, `${order.po_number} was received. $72.00 becomes available %`),
  ).toHaveLength(1);
  expect(await mailsTo(order.buyer.email, '%was received%')).toEqual([]);
});

test('the buyer waits ten days more, once', async () => {
  const order = await shippedOrder();
  const before = (await storedOrder(factory, order.id)).receipt_due_at as Date;
  expect((await act(order.sellerClient, order.id, 'extend_receipt')).status).toBe(403);
  expect((await act(order.buyerClient, order.id, 'extend_receipt')).status).toBe(200);
  const after = (await storedOrder(factory, order.id)).receipt_due_at as Date;
  expect(after.getTime() - before.getTime()).toBe(10 * 86_400_000);
  expect(await act(order.buyerClient, order.id, 'extend_receipt')).toMatchObject({
    status: 409,
    body: { error: 'You already extended this once. Report a problem instead.' },
  });
});

test('orders that are due are received, others are not', async () => {
  const due = await shippedOrder({ receipt_due_at: inDays(-1) });
  const later = await shippedOrder({ receipt_due_at: inDays(1) });
  const old = await shippedOrder({ receipt_due_at: null });
  for (let again = 0; again < 2; again++) await run('auto-receive');
  expect(await storedOrder(factory, due.id)).toMatchObject({
    status: 'received',
    received_at: expect.any(Date),
  });
  for (const { id } of [later, old]) expect((await storedOrder(factory, id)).status).toBe('shipped');
  const history = await factory.db('order_history').where({ purchase_order_id: due.id, event: 'receive' });
  expect(history).toMatchObject([{ actor: 'system' }]);
});

test('three days before, the buyer is asked once per due date', async () => {
  const soon = await shippedOrder({ receipt_due_at: inDays(2) });
  const later = await shippedOrder();
  for (let again = 0; again < 2; again++) await run('receipt-reminder');
  expect(await mailsTo(soon.buyer.email, `Did ${soon.po_number} arrive?`)).toHaveLength(1);
  expect(await mailsTo(soon.seller.email, 'Did%')).toEqual([]);
  expect(await mailsTo(later.buyer.email, 'Did%')).toEqual([]);
});

test('a late order is mailed to its seller once and stands on the attention board', async () => {
  const late = await paidOrder(factory, {}, { ship_by: '2020-01-03' });
  const fine = await paidOrder(factory);
  for (let again = 0; again < 2; again++) await run('late-to-ship');
  expect(await mailsTo(late.seller.email, `${late.po_number} is late to ship`)).toHaveLength(1);
  expect(await mailsTo(fine.seller.email, '%late%')).toEqual([]);
  const staff = await factory.as(await factory.staff());
  const board = await staff.request('GET', '/admin/insights/stuck/orders-late-to-ship');
  expect(board.body).toMatchObject({ rows: [{ title: late.po_number }], total: 1 });
});

test('ship-by counts business days of the seller from the payment', async () => {
  const order = await factory.anOrder();
  await factory.db('sellers').where({ id: order.seller_id }).update({ handling_days: 7 });
  const staff = await factory.as(await factory.staff());
  await staff.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
    body: { event: 'confirm_payment' },
  });
  let days = 0;
  const day = new Date();
  while (days < 7) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) days += 1;
  }
  expect((await storedOrder(factory, order.id)).ship_by).toBe(day.toISOString().slice(0, 10));
});

describe('at once', () => {
  test('ten shipments never pass the ordered quantity, and the order ships once', async () => {
    const order = await paidOrder(factory);
    const [line] = order.lines;
    const lines = [{ purchase_order_product_id: line?.id, quantity: 2 }];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ship(order.sellerClient, order.id, { lines })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(409),
    ]);
    expect(await storedOrder(factory, order.id)).toMatchObject({ status: 'shipped', shipped_units: 10n });
    const shipped = await factory.db('order_history').where({ purchase_order_id: order.id, event: 'ship' });
    expect(shipped).toHaveLength(1);
  });

  test('the last unit shipped twice ships the order once', async () => {
    const order = await paidOrder(factory);
    const answers = await Promise.all([0, 1, 2].map(() => ship(order.sellerClient, order.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await factory.db('shipments').where({ purchase_order_id: order.id })).toHaveLength(1);
  });

  test('of a shipment and a cancellation one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await paidOrder(factory);
      const statuses = await Promise.all([
        ship(order.sellerClient, order.id),
        act(order.sellerClient, order.id, 'cancel', { reason: 'Flooded' }),
      ]).then((answers) => answers.map(({ status }) => (status < 300 ? 'done' : status)));
      expect(statuses.sort()).toEqual([409, 'done']);
      const stored = await storedOrder(factory, order.id);
      expect(stored.shipped_units).toBe(stored.status === 'shipped' ? 10n : 0n);
    }
  });

  test('of the buyer and the clock one receives', async () => {
    for (let round = 0; round < 3; round++) {
      const order = await shippedOrder({ receipt_due_at: inDays(-1) });
      const [answer] = await Promise.all([act(order.buyerClient, order.id, 'receive'), run('auto-receive')]);
      expect(answer.status).toBe(200);
      const received = await factory
        .db('order_history')
        .where({ purchase_order_id: order.id, event: 'receive' });
      expect(received).toHaveLength(1);
      expect(await mailsTo(order.seller.email, `${order.po_number} was received%`)).toHaveLength(1);
    }
  });
});

test('the seller reads the street only after the payment', async () => {
  const order = await factory.anOrder();
  const seller = await factory.as(order.seller);
  const address = {
    company: 'Ridgeline',
    line1: '400 Linden Ave',
    city: 'Dayton',
    region: 'OH',
    postal_code: '45403',
    country: 'US',
    phone: '+19372245678',
    dock: 'dock',
    appointment: true,
  };
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ ship_to: address as never });
  const shown = async () =>
    (
      (await seller.request('GET', `/marketplace/purchase_orders/${order.id}`)).body as {
        data: { attributes: { shipping: { ship_to: object; needs_ship_to: boolean } } };
      }
    ).data.attributes.shipping;
  expect((await shown()).ship_to).toEqual({
    city: 'Dayton',
    region: 'OH',
    postal_code: '45403',
    country: 'US',
    dock: 'dock',
    appointment: true,
  });
  const staff = await factory.as(await factory.staff());
  await staff.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
    body: { event: 'confirm_payment' },
  });
  expect(await shown()).toMatchObject({
    ship_to: { line1: '400 Linden Ave', phone_display: '(937) 224-5678' },
    needs_ship_to: false,
  });
});

const HONOLULU = { ...ADDRESS, city: 'Honolulu', region: 'HI', postal_code: '96813' };
const LOS_ANGELES = { ...ADDRESS, city: 'Los Angeles', region: 'CA', postal_code: '90013' };

test('a ship-by day ends where the seller ships from, else at their default address, else in UTC', async () => {
  const day = { ship_by: '2026-12-02' };
  const located = await paidOrder(factory, {}, { ...day, ship_from: LOS_ANGELES });
  const homely = await paidOrder(factory, {}, { ...day, ship_from: null });
  const nowhere = await paidOrder(factory, {}, { ...day, ship_from: null });
  await factory.db('addresses').insert({ ...HONOLULU, seller_id: homely.seller.seller_id, is_default: true });
  const ends = [];
  for (const { id, sellerClient } of [located, homely, nowhere])
    for (const path of [`/marketplace/purchase_orders/${id}`, '/marketplace/purchase_orders']) {
      const { body } = await sellerClient.request('GET', path);
      const { data } = body as { data: PurchaseOrder | PurchaseOrder[] };
      const { ship_by, ship_by_ends_at, ship_by_zone } = [data].flat()[0]?.attributes ?? {};
      ends.push([ship_by, ship_by_ends_at, ship_by_zone]);
    }
  const [there, home, utc] = [
    ['2026-12-02', '2026-12-03T08:00:00.000Z', 'PST'],
    ['2026-12-02', '2026-12-03T10:00:00.000Z', 'HST'],
    ['2026-12-02', '2026-12-03T00:00:00.000Z', 'UTC'],
  ];
  expect(ends).toEqual([there, there, home, home, utc, utc]);
  const at = { status: 'awaiting_shipment', ship_by_ends_at: '2026-12-03T08:00:00.000Z' } as const;
  expect(isLate(at, Date.parse('2026-12-03T00:30:00Z'))).toBe(false);
  expect(isLate(at, Date.parse('2026-12-03T08:00:00Z'))).toBe(true);
});

test('lateness is told when the day is over in the zone, which the mail names', async () => {
  const today = dayIn('Pacific/Honolulu', new Date());
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const due = await paidOrder(factory, {}, { ship_from: HONOLULU, ship_by: today });
  const late = await paidOrder(factory, {}, { ship_from: HONOLULU, ship_by: yesterday });
  await run('late-to-ship');
  expect(await mailsTo(due.seller.email, '%late to ship')).toEqual([]);
  expect(await mailsTo(late.seller.email, '%late to ship')).toHaveLength(1);
  const mail = await factory
    .db('mails')
    .where({ recipient: late.seller.email })
    .orderBy('id', 'desc')
    .first();
  expect(mail?.text).toMatch(/ship by [A-Z][a-z]{2} \d+ \(HST\)/);
});

test('handling days are counted from the day of the payment where the seller is', async () => {
  const seller = await factory.aSeller();
  await factory.db('addresses').insert({ ...HONOLULU, seller_id: seller.seller_id, is_default: true });
  const { ship_by, id } = await paidOrder(factory, { seller });
  const day = new Date(dayIn('Pacific/Honolulu', new Date()));
  for (let left = 5; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left--;
  }
  expect(ship_by).toBeNull();
  expect((await storedOrder(factory, id)).ship_by).toBe(day.toISOString().slice(0, 10));
});
