import { insightsCounts, listOffers, listOrders } from '../../server/insights/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;

beforeAll(async () => {
  staff = await factory.as(await factory.staff());
});

const WHAT = ['purchase_orders', 'offers', 'users', 'products', 'categories'];

/** All tallies that are not nothing, summed. */
async function tallies() {
  const lists = WHAT.map(
    (what) => `select '${what}' as what, day::text, kind, n, amount from tallied('${what}')`,
  );
  const { rows } = await factory.db.raw(`
    select what, day, kind, sum(n)::int as n, sum(amount)::text as amount from (${lists.join(' union all ')}) all_of_them
     group by 1, 2, 3 having sum(n) <> 0 or sum(amount) <> 0 order by 1, 2, 3`);
  return rows;
}

/** The figures of a full recount. */
async function counted() {
  await factory.db.raw('select refill_tallies()');
  return tallies();
}

const fold = () => factory.db.raw('select fold_tallies()');

test('whatever happens, and at once, the tallies are what counting says, folded or not', async () => {
  const seller = await factory.aSeller();
  const [pet, home] = [
    await factory.aProduct({ seller, category: 'pet', units: 1_000n }),
    await factory.aProduct({ seller, category: 'home', units: 9_000_000_000_000_000_000n }),
  ];
  await factory.aProduct({ provisional: true, units: null });
  await factory.anOffer({ state: 'rejected' });
  await factory.anOffer({ state: 'draft' });
  await factory.aBuyer({ status: 'provisional' });
  // Concurrent orders of one seller during a fold.
  const orders = await Promise.all([
    ...Array.from({ length: 6 }, () => factory.anOrder({ lines: [{ product: pet }, { product: home }] })),
    fold(),
  ]);
  const kept = orders.filter((order) => 'po_number' in order);
  await Promise.all([
    fold(),
    fold(),
    ...kept.slice(0, 3).map(({ id }) => staff.call(transitionOrder, { id }, { event: 'cancel' } as never)),
    factory.db('products').where({ id: pet.id }).update({ units: 7n }),
    factory.db('products').where({ id: home.id }).update({ category: 'toys' }),
  ]);
  await factory.db('products').where({ id: pet.id }).update({ provisional: true });
  await factory.db('products').where({ id: home.id }).update({ deleted_at: new Date() });
  await factory.db('purchase_orders').update({ created_at: new Date('2026-01-31T23:59:59Z') });
  const before = await tallies();
  await fold();
  expect(await factory.db('tally_changes' as never)).toEqual([]);
  expect(await tallies()).toEqual(before);
  expect(await counted()).toEqual(before);
  const { body } = await staff.call(insightsCounts, {});
  expect(body.purchase_orders).toEqual({
    count: 6,
    by_status: { awaiting_initial_payment: 3, canceled: 3 },
  });
  const [{ units, n }] = (
    await factory.db.raw(
      'select sum(units)::text as units, count(*)::int as n from products where deleted_at is null',
    )
  ).rows;
  expect(body.products).toEqual({ count: n, total_units: BigInt(units) });
});

test('a line keeps the category that its product had when it was ordered', async () => {
  const product = await factory.aProduct({ category: 'beauty' });
  const order = await factory.anOrder({ lines: [{ product }] });
  await factory.db('products').where({ id: product.id }).update({ category: 'toys' });
  expect(
    await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first(),
  ).toMatchObject({
    category: 'beauty',
  });
});

test('an order’s time in a status starts at its last step, by any writer', async () => {
  const order = await factory.anOrder();
  const since = async () =>
    (await factory.db('purchase_orders').where({ id: order.id }).first())?.status_since.toISOString();
  await staff.call(transitionOrder, { id: order.id }, { event: 'submit_payment' } as never);
  const { at } = (await factory
    .db('order_history')
    .where({ purchase_order_id: order.id })
    .orderBy('id', 'desc')
    .first()) as { at: Date };
  expect(await since()).toBe(at.toISOString());
  await factory
    .db('order_history')
    .where({ purchase_order_id: order.id })
    .update({ at: new Date('2026-01-01T00:00:00Z') });
  expect(await since()).toBe('2026-01-01T00:00:00.000Z');
});

test('by address: a changed address is found in its new place, and lists stay complete', async () => {
  const buyer = await factory.aBuyer({ email: '00000-first@example.com' });
  await factory.anOrder({ buyer });
  const first = async () => {
    const query = { sort: 'buyer_user_email', page: 1, per: 1 } as const;
    const [orders, offers] = await Promise.all([
      staff.call(listOrders, {}, undefined, query),
      staff.call(listOffers, {}, undefined, query),
    ]);
    return [orders.body[0]?.buyer_user_email, offers.body[0]?.buyer_user_email];
  };
  expect(await first()).toEqual(['00000-first@example.com', '00000-first@example.com']);
  await factory.db('users').where({ id: buyer.id }).update({ email: 'zzz@example.com' });
  expect(await first()).not.toContain('zzz@example.com');
  // Staff take the account of a company away; its orders are still in the list, at its end.
  await factory.db('users').where({ id: buyer.id }).update({ buyer_id: null, admin: true });
  const { body } = await staff.call(listOrders, {}, undefined, { sort: 'buyer_user_email' });
  expect(body).toHaveLength((await factory.db('purchase_orders')).length);
  expect(body.at(-1)?.buyer_user_email).toBeNull();
});

test('days narrow every list, the last one included, and refuse what is none', async () => {
  const order = await factory.anOrder();
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ created_at: new Date('2025-03-31T23:59:59Z') });
  const listed = async (from: string, to: string, more = {}) => {
    const answer = await staff.call(listOrders, {}, undefined, { from, to, page: 1, ...more });
    return [answer.headers.get('X-Total-Count'), ...answer.body.map(({ id }) => id)];
  };
  expect(await listed('2025-03-31', '2025-03-31')).toEqual(['1', order.id]);
  expect(await listed('2025-03-31', '2025-03-31', { sort: 'total_cents' })).toEqual(['1', order.id]);
  expect(await listed('2025-03-31', '2025-03-31', { query: order.po_number })).toEqual(['1', order.id]);
  expect(await listed('2025-04-01', '2025-04-30')).toEqual(['0']);
  const csv = await staff.request('GET', '/admin/insights/download_csv/purchase_order.csv', {
    query: { from: '2025-03-01', to: '2025-03-31' },
  });
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
  for (const day of ['2026-02-30', '0000-01-01', 'today'])
    expect((await staff.request('GET', '/admin/insights/offer.json', { query: { from: day } })).status).toBe(
      422,
    );
});
