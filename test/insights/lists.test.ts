import { parseString } from 'fast-csv';
import { cents } from '../../server/contract/money';
import {
  type InsightsOffer,
  type InsightsOrder,
  insightsTotals,
  listOffers,
  listOrders,
  listProducts,
  listUsers,
  showOffer,
  showOrder,
  showUser,
} from '../../server/insights/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let staff: Client;
let order: Awaited<ReturnType<Factory['anOrder']>>;
let offer: Awaited<ReturnType<Factory['anOffer']>>;

const EVIL = [
  '=HYPERLINK("http://x","y")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  'a "quoted", name\nof two lines',
];

beforeAll(async () => {
  const [buyer, seller] = await Promise.all([
    factory.aBuyer({ email: 'zoe@example.com' }),
    factory.aSeller({ email: 'adam@example.com', name: 'Harrow Goods' }),
  ]);
  order = await factory.anOrder({ buyer, seller });
  offer = await factory.anOffer({ state: 'buyer_review' });
  for (const total of [300, 900, 500])
    await factory.anOffer({ lines: [{ quantity: 1n, unit_price: cents(total) }] });
  for (const name of EVIL) await factory.aProduct({ seller, name, units: 9_000_000_000_000_000_000n });
  staff = await factory.as(await factory.staff());
});

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test('lists answer all their rows, both spellings alike, with lines and without histories', async () => {
  const orders = await staff.call(listOrders, {});
  expect(orders.status).toBe(200);
  expect(orders.body).toMatchObject([
    {
      id: order.id,
      seller_user_email: 'adam@example.com',
      buyer_user_email: 'zoe@example.com',
      status: 'awaiting_initial_payment',
      total_cents: order.total_cents,
      total_net_to_seller: order.total_net_to_seller,
      profit_cents: order.fee_cents,
      total_units: 10n,
      sku_count: 1,
      purchase_order_products: [{ product_id: order.product.id, quantity: 10n, unit_cents: 800 }],
    },
  ]);
  expect((await staff.request('GET', '/admin/insights/purchaseOrder.json')).text).toBe(orders.text);
  const offers = await staff.call(listOffers, {});
  expect(offers.body).toHaveLength(5);
  expect(offers.body.find(({ id }) => id === offer.id)).toMatchObject({
    state: 'buyer_review',
    total_cents: 8_010,
    total_units: 10n,
    offer_products: [{ quantity: 10n, unit_price: 801 }],
  });
  expect(offers.text).not.toContain('history');
});

test('a page on request, with the total in a header', async () => {
  const all = await staff.call(listUsers, {});
  const second = await staff.call(listUsers, {}, undefined, { page: 2, per: 3 });
  expect(second.headers.get('X-Total-Count')).toBe(String(all.body.length));
  expect(ids(second.body)).toEqual(ids(all.body).slice(3, 6));
  const last = await staff.call(listUsers, {}, undefined, { page: all.body.length, per: 1 });
  expect(ids(last.body)).toEqual(ids(all.body).slice(-1));
  expect((await staff.call(listUsers, {}, undefined, { page: 999, per: 100 })).body).toEqual([]);
});

const SORTS = [
  [
    'purchase_order',
    'created_at',
    'status',
    'total_cents',
    'total_net_to_seller',
    'profit_cents',
    'total_units',
    'sku_count',
    'buyer_user_email',
    'seller_user_email',
  ],
  [
    'offer',
    'created_at',
    'state',
    'total_cents',
    'total_units',
    'sku_count',
    'buyer_user_email',
    'seller_user_email',
  ],
  ['product', 'name', 'seller_name', 'provisional', 'units'],
  ['user', 'email', 'created_at', 'status'],
].flatMap(([resource = '', ...sorts]) => sorts.map((sort) => [resource, sort] as const));

test.each(SORTS)('%s by %s: pages from either end add up to the whole list', async (resource, sort) => {
  for (const dir of ['asc', 'desc']) {
    const all = await staff.request('GET', `/admin/insights/${resource}.json`, { query: { sort, dir } });
    const whole = ids(all.body as { id: number }[]);
    const paged: number[] = [];
    for (let page = 1; paged.length < whole.length && page <= whole.length; page++) {
      const answer = await staff.request('GET', `/admin/insights/${resource}.json`, {
        query: { sort, dir, page, per: 2 },
      });
      paged.push(...ids(answer.body as { id: number }[]));
    }
    expect(paged).toEqual(whole);
    expect(whole.length).toBeGreaterThan(0);
  }
});

test('offers by their totals', async () => {
  const { body } = await staff.call(listOffers, {}, undefined, { sort: 'total_cents', dir: 'asc' });
  expect(body.map(({ total_cents }) => total_cents)).toEqual([300, 500, 900, 8_000, 8_010]);
});

test('a scope narrows by whitelisted columns, and refuses the others', async () => {
  const scoped = (resource: string, scope: unknown) =>
    staff.request('GET', `/admin/insights/${resource}.json`, { query: { scope: JSON.stringify(scope) } });
  const buyer = { buyer_user_id: order.buyer.id };
  expect(ids((await scoped('purchase_order', buyer)).body as InsightsOrder[])).toEqual([order.id]);
  expect(ids((await scoped('offer', buyer)).body as InsightsOffer[])).toEqual([order.offer_id]);
  expect((await scoped('offer', { seller_user_id: order.buyer.id })).body).toEqual([]);
  const two = [order.product.id, offer.product.id].sort((a, b) => a - b);
  for (const scope of [{ ids: two }, { id: two }]) {
    const found = ids((await scoped('product', scope)).body as { id: number }[]);
    expect(found.toSorted((a, b) => a - b)).toEqual(two);
  }
  const refused = [
    { total_cents: 1 },
    { password_digest: 'x' },
    { __proto__x: 1 },
    { id: '1 or 1=1' },
    { id: null },
  ];
  for (const scope of refused) expect((await scoped('purchase_order', scope)).status).toBe(422);
  for (const scope of [[], 7, 'x', null]) expect((await scoped('purchase_order', scope)).status).toBe(400);
  const broken = await staff.request('GET', '/admin/insights/offer.json?scope={');
  expect(broken.status).toBe(400);
  expect((await staff.request('GET', '/admin/insights/offer.json?sort=id;drop')).status).toBe(422);
});

test('search finds by number, address and name', async () => {
  const found = async (resource: string, query: string) =>
    ids(
      (await staff.request('GET', `/admin/insights/${resource}.json`, { query: { query } })).body as {
        id: number;
      }[],
    );
  expect(await found('purchase_order', order.po_number)).toEqual([order.id]);
  expect(await found('purchase_order', 'ZOE@')).toEqual([order.id]);
  expect(await found('offer', offer.offer_number.toLowerCase())).toEqual([offer.id]);
  expect(await found('user', 'harrow')).toEqual([order.seller.id]);
  expect(await found('product', order.product.name)).toEqual([order.product.id]);
  expect(await found('user', '100%_\\')).toEqual([]);
});

test('details say everything; what is not there is 404', async () => {
  const one = await staff.call(showOrder, { id: order.id });
  expect(one.body).toMatchObject({
    po_number: order.po_number,
    buyer_user_email: 'zoe@example.com',
    purchase_order_products: [{ name: order.product.name, available: 90n, quantity: 10n }],
    history: [{ to_status: 'awaiting_initial_payment' }],
  });
  const user = await staff.call(showUser, { id: order.buyer.id });
  expect(user.body).toMatchObject({ email: 'zoe@example.com', buyer_id: order.buyer.buyer_id });
  expect(user.body.buyer_name).toBe(order.buyer.name);
  expect(user.text).not.toContain('password');
  const haggled = await staff.call(showOffer, { id: offer.id });
  expect(haggled.body.history.map(({ event, to_state }) => [event, to_state])).toEqual([
    ['submit', 'seller_review'],
    ['counter', 'buyer_review'],
  ]);
  expect(haggled.body.history[1]).toMatchObject({
    actor: 'seller',
    actor_email: offer.seller.email,
    lines: [{ quantity: 10n, unit_price: 801, units: 100n }],
  });
  for (const resource of ['purchase_order', 'user', 'offer'])
    expect((await staff.request('GET', `/admin/insights/${resource}/999999`)).status).toBe(404);
});

const csvOf = async (resource: string, query: object = {}) => {
  const answer = await staff.request('GET', `/admin/insights/download_csv/${resource}.csv`, { query });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toContain('text/csv');
  expect(answer.headers.get('Content-Disposition')).toContain(`${resource}.csv`);
  return new Promise<Record<string, string>[]>((resolve, reject) => {
    const rows: Record<string, string>[] = [];
    parseString(answer.text, { headers: true })
      .on('data', (row) => rows.push(row))
      .on('error', reject)
      .on('end', () => resolve(rows));
  });
};

test('CSVs equal the lists, to the digit', async () => {
  for (const resource of ['purchase_order', 'offer', 'product', 'user'] as const) {
    const list = (await staff.request('GET', `/admin/insights/${resource}.json`)).body as Record<
      string,
      unknown
    >[];
    const rows = await csvOf(resource);
    expect(rows).toHaveLength(list.length);
    for (const [index, row] of rows.entries()) {
      const listed = list[index] ?? {};
      for (const [heading, cell] of Object.entries(row)) {
        if (!(heading in listed)) continue;
        const expected = listed[heading] === null ? '' : String(listed[heading]);
        expect(cell.replace(/^'(?=[=+\-@\t])/, '')).toBe(expected);
      }
    }
  }
  const products = await csvOf('product', { query: 'SUM(A1)' });
  expect(products).toMatchObject([{ name: "'@SUM(A1)", units: '9000000000000000000' }]);
});

test('no cell of a CSV is a formula', async () => {
  for (const row of await csvOf('product'))
    for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
});

test('products: what is deleted is not listed', async () => {
  const deleted = await factory.aProduct({ name: 'Gone', deleted_at: new Date() });
  const { body } = await staff.call(listProducts, {});
  expect(ids(body)).not.toContain(deleted.id);
});

test('totals are the sums of the filtered rows', async () => {
  const { body: orders } = await staff.call(insightsTotals, { resource: 'purchase_order' });
  expect(orders).toEqual({
    total_cents: order.total_cents,
    total_net_to_seller: order.total_net_to_seller,
    profit_cents: order.fee_cents,
    total_units: 10n,
  });
  const none = await staff.call(insightsTotals, { resource: 'purchase_order' }, undefined, {
    query: 'nobody',
  });
  expect(none.body).toMatchObject({ total_cents: 0, total_units: 0n });
  const { body: offers } = await staff.call(listOffers, {});
  const { body: sums } = await staff.call(insightsTotals, { resource: 'offer' });
  expect(sums.total_cents).toBe(offers.reduce((all, { total_cents }) => all + total_cents, 0));
  // Stocks add up to more than 64 bits hold.
  const { body: stock } = await staff.call(insightsTotals, { resource: 'product' });
  expect(stock.total_units).toBeGreaterThan(54_000_000_000_000_000_000n - 1n);
  expect((await staff.call(insightsTotals, { resource: 'user' })).body).toEqual({});
  expect((await staff.request('GET', '/admin/insights/totals/secrets')).status).toBe(404);
});

test('the details of an order and an offer name their freight', async () => {
  const freighted = await factory.anOffer({ state: 'buyer_review' });
  await factory
    .db('offers')
    .where({ id: freighted.id })
    .update({ shipping_terms: 'buyer_pays', freight_cents: cents(1_234) });
  expect((await staff.call(showOffer, { id: freighted.id })).body).toMatchObject({ freight_cents: 1_234 });
  expect((await staff.call(showOffer, { id: offer.id })).body.freight_cents).toBeNull();
  expect((await staff.call(showOrder, { id: order.id })).body).toMatchObject({ freight_cents: 0 });
});
