import { cents } from '../../server/contract/money';
import { listAudit } from '../../server/insights/audit/contract';
import { insightsCounts, showOverview } from '../../server/insights/contract';
import { stuckBoard, stuckRows } from '../../server/insights/stuck/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;

const hours = (n: number) => new Date(Date.now() - n * 3_600_000);

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
  const { db } = factory;
  const product = await factory.aProduct({ category: 'pet', units: 10_000n });
  const sold = await factory.anOrder({ lines: [{ product }] });
  const canceled = await factory.anOrder();
  await db('purchase_orders').where({ id: canceled.id }).update({ status: 'canceled' });
  const old = await factory.anOrder();
  await db('purchase_orders')
    .where({ id: old.id })
    .update({ created_at: hours(24 * 400) });
  const waiting = await factory.anOffer();
  await db('offers')
    .where({ id: waiting.id })
    .update({ updated_at: hours(25) });
  await factory.anOffer({ state: 'buyer_review' });
  await factory.anOffer({ state: 'rejected' });
  const shipped = await factory.anOrder();
  await db('purchase_orders').where({ id: shipped.id }).update({ status: 'shipped' });
  await db('order_history').insert({
    purchase_order_id: shipped.id,
    at: hours(24 * 8),
    actor: 'staff',
    event: 'ship',
    from_status: 'awaiting_shipment',
    to_status: 'shipped',
  });
  await db('order_history')
    .where({ purchase_order_id: shipped.id, event: 'create' })
    .update({ at: hours(24 * 9) });
  const applicant = await factory.aBuyer({ status: 'provisional' });
  await db('users')
    .where({ id: applicant.id })
    .update({ created_at: hours(20) });
  await factory.aProduct({ provisional: true });
  await db('purchase_orders')
    .where({ id: sold.id })
    .update({ payment_flag: 'amount_mismatch', status: 'payment_pending' });
  await db('mails').insert({
    recipient: 'x@example.com',
    subject: 'Lost',
    text: '',
    html: '',
    attempts: 3,
    last_error: 'refused',
  });
});

test('the overview equals what SQL says of the same days', async () => {
  const { body } = await staff.call(showOverview, {}, undefined, { days: 30 });
  const { rows } = await factory.db.raw(`
    select sum(total_cents)::bigint as volume_cents, count(*)::int as orders from purchase_orders
     where status <> 'canceled' and created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '29 days'`);
  expect(body.totals).toMatchObject(rows[0]);
  expect(body.x).toHaveLength(30);
  expect(body.volume_cents.reduce((all, value) => all + value, 0)).toBe(body.totals.volume_cents);
  const offers = await factory.db('offers');
  expect(body.totals.offers).toBe(offers.length);
  const accepted = offers.filter(({ state }) => state === 'accepted').length;
  const rejected = offers.filter(({ state }) => state === 'rejected').length;
  expect(body.totals.acceptance_permille).toBe(Math.round((accepted * 1000) / (accepted + rejected)));
  expect(body.categories.find(({ category }) => category === 'pet')).toEqual({
    category: 'pet',
    volume_cents: cents(8_000),
    orders: 1,
  });
  expect((await staff.request('GET', '/admin/insights/overview?days=7')).status).toBe(422);
});

test('the figures of the days before are compared', async () => {
  const before = await factory.anOrder();
  await factory
    .db('purchase_orders')
    .where({ id: before.id })
    .update({ created_at: hours(24 * 40) });
  const { body } = await staff.call(showOverview, {}, undefined, { days: 30 });
  expect(body.previous).toMatchObject({ orders: 1, volume_cents: cents(8_000), offers: 0 });
  const { body: longer } = await staff.call(showOverview, {}, undefined, { days: 90 });
  expect(longer.totals.orders).toBe(body.totals.orders + 1);
  expect(longer.previous).toMatchObject({ orders: 0, volume_cents: 0 });
});

test('counts: a created password counts as approved, staff are not counted', async () => {
  await factory.aBuyer({ status: 'password_created' });
  await factory.aBuyer({ status: 'approved' });
  await factory.aSeller({ status: 'denied' });
  const { body } = await staff.call(insightsCounts, {});
  const people = await factory.db('users').where({ admin: false });
  expect(body.buyers.count + body.sellers.count).toBe(people.length);
  expect(body.buyers.approved).toBe(2);
  expect(body.sellers.denied).toBe(1);
  expect(body.offers.count).toBe((await factory.db('offers')).length);
  expect(body.products.total_units).toBe(
    (await factory.db('products').where({ deleted_at: null })).reduce(
      (all, { units }) => all + (units ?? 0n),
      0n,
    ),
  );
});

test('each number of stuck work opens exactly its rows', async () => {
  const { body: board } = await staff.call(stuckBoard, {});
  const counted = Object.fromEntries(
    board.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]),
  );
  expect(counted).toMatchObject({
    'offers-waiting-for-sellers': 1,
    'orders-shipped-over-7-days': 1,
    'applications-near-24-h': 1,
    'products-incomplete': 1,
    'mails-undelivered': expect.any(Number),
    'payments-waiting': 1,
    'payments-flagged': 1,
  });
  expect(counted).not.toHaveProperty('offers-waiting-for-buyers');
  for (const { kind, count, ages } of board) {
    const { body } = await staff.call(stuckRows, { kind });
    expect([kind, body.total, body.rows.length]).toEqual([kind, count, Math.min(50, count)]);
    for (const [age, ofAge] of Object.entries(ages)) {
      const { body: aged } = await staff.call(stuckRows, { kind }, undefined, { age });
      expect([kind, age, aged.total, aged.rows.length]).toEqual([kind, age, ofAge, Math.min(50, ofAge)]);
    }
  }
  expect((await staff.request('GET', '/admin/insights/stuck/payments-waiting?age=old')).status).toBe(422);
  expect((await staff.request('GET', '/admin/insights/stuck/constructor')).status).toBe(404);
});

test('the log of acts is found by who, what and on whom', async () => {
  const person = await factory.aBuyer({ status: 'provisional' });
  await staff.request('POST', `/admin/applications/${person.id}/approve`);
  const found = async (query: string) => (await staff.call(listAudit, {}, undefined, { query })).body;
  for (const query of ['approve', `user ${person.id}`]) {
    const { entries } = await found(query);
    expect(entries[0]).toMatchObject({ subject_type: 'user', subject_id: person.id });
    expect(entries[0]?.action).toContain('approve');
  }
  const about = async (kind: string) =>
    (await staff.call(listAudit, {}, undefined, { query: 'approve', about: kind })).body.entries;
  expect((await about('people'))[0]?.subject_name).toBe(
    (
      await factory
        .db('buyers')
        .where({ id: person.buyer_id ?? 0 })
        .first()
    )?.name,
  );
  expect(await about('orders')).toEqual([]);
  expect(await found('nothing like it')).toEqual({ entries: [], total: 0 });
});

test('the audit log is narrowed to days in UTC, both inclusive, and refuses what is no day', async () => {
  // Written out of time, as a restore does: the list runs by time all the same.
  const acts = [
    '2025-03-01T00:00:00Z',
    '2025-02-28T23:59:59Z',
    '2025-02-28T00:00:00Z',
    '2025-02-27T23:59:59Z',
  ];
  await factory.db('audit_log').insert(
    acts.map((at) => ({
      at: new Date(at),
      actor: 'days@example.com',
      action: 'ship',
      subject_type: 'user',
    })),
  );
  const ask = (days: { from?: string; to?: string }) =>
    staff.call(listAudit, {}, undefined, { query: 'days@example.com', ...days });
  const between = async (days: { from?: string; to?: string }) => {
    const { body } = await ask(days);
    return [body.total, ...body.entries.map(({ at }) => at.slice(0, 19))];
  };
  expect(await between({ from: '2025-02-28', to: '2025-02-28' })).toEqual([
    2,
    '2025-02-28T23:59:59',
    '2025-02-28T00:00:00',
  ]);
  expect((await between({ from: '2025-02-28' }))[0]).toBe(3);
  expect((await between({ to: '2025-02-28' }))[0]).toBe(3);
  expect((await between({ from: '', to: '' }))[0]).toBe(4);
  expect((await ask({ from: '2025-02-30' })).status).toBe(422);
});
