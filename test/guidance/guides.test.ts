import type { Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { showPriceGuide } from '../../server/guidance/contract';
import { computeGuides } from '../../server/guidance/guides';
import { backfillOrderLines } from '../../server/orders/lines/backfill';
import { applyEvent } from '../../server/orders/transitions';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const pay = (id: number) =>
  factory.transaction((tx) => applyEvent(tx, id, 'confirm_payment', { actor: 'staff' }));

/** Deals at the given percents of an MSRP of $20.00, over so many sellers and buyers in turn. */
async function deals(category: string, percents: readonly number[], { sellers = 5, buyers = 5 } = {}) {
  const parties = {
    sellers: await Promise.all(Array.from({ length: sellers }, () => factory.aSeller())),
    buyers: await Promise.all(Array.from({ length: buyers }, () => factory.aBuyer())),
  };
  const orders = [];
  for (const [index, percent] of percents.entries()) {
    const seller = parties.sellers[index % sellers] as Seller;
    const buyer = parties.buyers[index % buyers];
    const product = await factory.aProduct({ seller, category, seller_price_cents: cents(2_000) });
    const order = await factory.anOrder({
      ...(buyer && { buyer }),
      seller,
      lines: [{ product, unit_price: cents(percent * 20) }],
    });
    await pay(order.id);
    orders.push(order);
  }
  return orders;
}

const compute = () => factory.transaction(computeGuides);
const guide = (category: string, condition: string | null = null) =>
  factory
    .db('price_guides')
    .where({ category, condition: condition as null })
    .first();

async function answerFor(person: Parameters<Factory['as']>[0], productId: number) {
  const client = await factory.as(person);
  return client.call(showPriceGuide, {}, undefined, { product_id: productId });
}

const PERCENTS = [20, 22, 24, 26, 28, 30, 32, 34, 36, 38];

test('10 deals of 5 sellers and 5 buyers make a guide, equal to SQL', async () => {
  const [first] = await deals('home', PERCENTS);
  await compute();
  expect(await guide('home')).toMatchObject({ deals: 10, sellers: 5, buyers: 5, p25: 25, p50: 29, p75: 34 });
  const { body } = await answerFor(await factory.staff(), first?.product.id ?? 0);
  expect(body).toEqual({
    market: { label: 'Home', p25: 25, p50: 29, p75: 34, deals: '10+' },
    own: { count: 0, last: null, median_percent_of_asking: null },
  });
});

test('orders that wait for their payment are no deals, neither in the guide nor of one’s own', async () => {
  const orders = await deals('apparel', PERCENTS);
  const [first] = orders;
  const unpaid = { status: 'awaiting_initial_payment' } as const;
  await compute();
  expect(await guide('apparel')).toMatchObject({ deals: 10 });
  await factory
    .db('purchase_orders')
    .where({ id: first?.id ?? 0 })
    .update(unpaid);
  await compute();
  expect(await guide('apparel')).toBeUndefined();
  const { body } = await answerFor(first?.buyer ?? null, first?.product.id ?? 0);
  expect(body.own.count).toBe(0);
});

test.each([
  ['9 deals', 'beauty', PERCENTS.slice(1), {}],
  ['4 sellers', 'footwear', PERCENTS, { sellers: 4 }],
  ['4 buyers', 'pet', PERCENTS, { buyers: 4 }],
])(
  '%s publish nothing',
  async (_case, category, percents, parties) => {
    await deals(category, percents, parties);
    await compute();
    expect(await guide(category)).toBeUndefined();
  },
  60_000,
);

test('a party above 40 % of the deals, canceled and old orders publish nothing', async () => {
  const orders = await deals('toys', PERCENTS);
  await compute();
  expect(await guide('toys')).toBeDefined();
  const [first, second] = orders;
  await factory
    .db('purchase_orders')
    .where({ id: first?.id ?? 0 })
    .update({ status: 'canceled' });
  await compute();
  expect(await guide('toys')).toBeUndefined();
  await factory
    .db('purchase_orders')
    .where({ id: first?.id ?? 0 })
    .update({ status: 'shipped' });
  const old = new Date(Date.now() - 181 * 86_400_000);
  await factory
    .db('purchase_orders')
    .where({ id: second?.id ?? 0 })
    .update({ created_at: old });
  await compute();
  expect(await guide('toys')).toBeUndefined();
  await factory
    .db('purchase_orders')
    .where({ id: second?.id ?? 0 })
    .update({ created_at: new Date() });
  const own = first?.seller.seller_id ?? 0;
  // The first sold two of the ten; with two more it has 40 %.
  const four = orders.slice(0, 3).map(({ id }) => id);
  await factory.db('purchase_orders').whereIn('id', four).update({ seller_id: own });
  await compute();
  expect(await guide('toys')).toMatchObject({ deals: 10 });
  const ids = orders.slice(0, 5).map(({ id }) => id);
  await factory.db('purchase_orders').whereIn('id', ids).update({ seller_id: own });
  await compute();
  expect(await guide('toys')).toBeUndefined();
});

test("a condition's own guide comes before that of its category", async () => {
  const orders = await deals('consumables', [...PERCENTS, ...PERCENTS.map((percent) => percent + 40)]);
  const returned = orders.slice(0, 10).map(({ id }) => id);
  await factory
    .db('purchase_order_products')
    .whereIn('purchase_order_id', returned)
    .update({ condition: 'returns' });
  const id = orders[0]?.product.id ?? 0;
  await factory.db('products').where({ id }).update({ condition: 'returns' });
  await compute();
  const staff = await factory.staff();
  expect((await answerFor(staff, id)).body.market).toMatchObject({
    label: 'Consumables, Customer returns',
    p50: 29,
  });
  await factory.db('products').where({ id }).update({ condition: 'new' });
  expect((await answerFor(staff, id)).body.market).toMatchObject({ label: 'Consumables', deals: '10+' });
});

test('buyer and seller read their own deals, and never a foreign cent', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 1_000n });
  const [buyer, other] = [await factory.aBuyer(), await factory.aBuyer()];
  const order = async (by: typeof buyer, price: number, quantity: bigint) => {
    const lines = [{ product, unit_price: cents(price), quantity }];
    const placed = await factory.anOrder({ buyer: by, seller, lines });
    await pay(placed.id);
    return placed;
  };
  await order(other, 777, 3n);
  await order(buyer, 700, 1n);
  await order(buyer, 800, 2n);
  const last = await order(buyer, 900, 4n);
  expect((await answerFor(buyer, product.id)).body.own).toEqual({
    count: 3,
    last: { unit_cents: 900, quantity: 4n, at: expect.any(String), purchase_order_id: last.id },
    median_percent_of_asking: 80,
  });
  expect((await answerFor(other, product.id)).body.own).toMatchObject({
    count: 1,
    last: { unit_cents: 777, quantity: 3n },
    median_percent_of_asking: null,
  });
  expect((await answerFor(seller, product.id)).body.own).toMatchObject({
    count: 4,
    last: { unit_cents: 900 },
  });
  const stranger = await answerFor(await factory.aBuyer(), product.id);
  expect(stranger.body.own).toEqual({ count: 0, last: null, median_percent_of_asking: null });
  expect(stranger.text).not.toMatch(/777|700|800|900/);
  expect((await answerFor(await factory.aSeller(), product.id)).status).toBe(404);
  await factory.db('products').where({ id: product.id }).update({ provisional: true });
  expect((await answerFor(await factory.aBuyer(), product.id)).status).toBe(404);
  expect((await answerFor(buyer, product.id)).status).toBe(200);
});

test('lines keep MSRP and condition of their time; earlier lines are filled once', async () => {
  const product = await factory.aProduct({ condition: 'shelf_pull' });
  const order = await factory.anOrder({ lines: [{ product }] });
  const line = () => factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first();
  expect(await line()).toMatchObject({ msrp_cents: 2_000, condition: 'shelf_pull' });
  await factory
    .db('purchase_order_products')
    .where({ purchase_order_id: order.id })
    .update({ msrp_cents: null });
  await factory.db('order_line_backfill').update({ after_id: 0, finished_at: null });
  await backfillOrderLines.work(app.services, {});
  expect(await line()).toMatchObject({ msrp_cents: 2_000, condition: 'shelf_pull' });
  expect((await factory.db('order_line_backfill').first())?.finished_at).not.toBeNull();
});
