import { cents } from '../../server/contract/money';
import { createOffer } from '../../server/offers/cart/contract';
import { acceptOffer, submitOffer } from '../../server/offers/contract';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';

let app: RunningApp;
let factory: Factory;
beforeAll(async () => {
  app = await startApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
  factory = new Factory(app);
});
afterAll(async () => {
  expect(await deadlocks()).toBe(0);
  await app.stop();
});

async function deadlocks() {
  const { rows } = await factory.db.raw(
    'select pg_stat_clear_snapshot(), deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0].n as number;
}

const times = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => act(index)));
const count = <T>(list: readonly T[], item: T) => list.filter((one) => one === item).length;

test('20 parallel adds make one draft per buyer and seller, with every product in it', async () => {
  const buyer = await factory.as(await factory.aBuyer());
  const seller = await factory.aSeller();
  const products = await times(20, () => factory.aProduct({ seller }));
  const statuses = await times(20, async (index) => {
    const line = { product_id: products[index]?.id, quantity: 1, unit_price: 900 };
    const offer = { seller_user_id: seller.id, offer_products_attributes: [line] };
    return (await buyer.call(createOffer, {}, { offer })).status;
  });
  expect(statuses).toEqual(Array(20).fill(201));
  const drafts = await factory.db('offers').where({ seller_id: seller.seller_id });
  expect(drafts).toMatchObject([{ state: 'draft', version: 21 }]);
  expect(await factory.db('offer_products').where({ offer_id: drafts[0]?.id ?? 0 })).toHaveLength(20);
});

test('reading carts while they are emptied answers 200 or 404', async () => {
  const buyer = await factory.as(await factory.aBuyer());
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller });
  const line = { product_id: product.id, quantity: 1, unit_price: 900 };
  const offer = { seller_user_id: seller.id, offer_products_attributes: [line] };
  for (let round = 0; round < 25; round++) {
    const added = await buyer.call(createOffer, {}, { offer });
    const { id } = (await factory.db('offers').where({ seller_id: seller.seller_id }).first('id')) ?? {
      id: 0,
    };
    const first = await factory.db('offer_products').where({ offer_id: id }).first('id');
    const at = `/offers/${id}`;
    const reads = times(12, async (index) => {
      const path = index % 3 === 0 ? at : '/offers?state[]=draft';
      return (await buyer.request('GET', path)).status;
    });
    const removed = buyer.request('DELETE', `${at}/offer_products/${first?.id}`);
    expect([added.status, (await removed).status]).toEqual([201, 204]);
    for (const status of await reads) expect([200, 404]).toContain(status);
    expect(await factory.db('offers').where({ id })).toEqual([]);
  }
});

test('the same product added 20 times at once is one line', async () => {
  const buyer = await factory.as(await factory.aBuyer());
  const product = await factory.aProduct();
  const seller = await factory.db('users').where({ seller_id: product.seller_id }).first('id');
  const quantities = await times(20, async (index) => {
    const line = { product_id: product.id, quantity: index + 1, unit_price: 900 };
    const offer = { seller_user_id: seller?.id, offer_products_attributes: [line] };
    return (await buyer.call(createOffer, {}, { offer })).status;
  });
  expect(quantities).toEqual(Array(20).fill(201));
  expect(await factory.db('offer_products').where({ product_id: product.id })).toHaveLength(1);
});

test('accept, counter, reject and withdraw at once: one wins, the others get a conflict', async () => {
  for (let round = 0; round < 8; round++) {
    const offer = await factory.anOffer();
    const [buyer, seller] = await Promise.all([factory.as(offer.buyer), factory.as(offer.seller)]);
    const at = `/offers/${offer.id}`;
    const prices = { offer_products_attributes: [{ id: offer.lines[0]?.id, unit_price: 900 }] };
    const acts = [
      () => seller.request('PUT', `${at}/accept`, { body: { version: offer.version } }),
      () => seller.request('POST', `${at}/counter_offer`, { body: { ...prices, version: offer.version } }),
      () => seller.request('POST', `${at}/counter_offer/reject`, { body: { version: offer.version } }),
      () => buyer.request('POST', `${at}/withdraw`, { body: { version: offer.version } }),
      () =>
        buyer.request('PUT', `${at}/offer_products/${offer.lines[0]?.id}`, {
          body: { quantity: 1, unit_price: 1 },
        }),
    ];
    // Each act starts first once.
    const order = acts.map((_act, index) => acts[(index + round) % acts.length]);
    const statuses = await Promise.all(order.map(async (act) => (await act?.())?.status));
    expect(count(statuses, 200)).toBe(1);
    expect(count(statuses, 409)).toBe(4);
    const [row] = await factory.db('offers').where({ id: offer.id });
    expect(row?.version).toBe(offer.version + 1);
    const history = await factory.db('offer_history').where({ offer_id: offer.id });
    expect(history).toHaveLength(2);
    const orders = await factory.db('purchase_orders').where({ offer_id: offer.id });
    expect(orders).toHaveLength(row?.state === 'accepted' ? 1 : 0);
    expect((await factory.db('products').where({ id: offer.product.id }).first())?.units).toBe(
      row?.state === 'accepted' ? 90n : 100n,
    );
  }
});

test('editing, saving, moving, removing, submitting and buying one draft at once loses and duplicates no line', async () => {
  for (let round = 0; round < 5; round++) {
    const seller = await factory.aSeller();
    const products = await times(4, () => factory.aProduct({ seller }));
    const offer = await factory.anOffer({
      seller,
      state: 'draft',
      lines: products.map((product) => ({ product })),
    });
    const buyer = await factory.as(offer.buyer);
    const at = `/offers/${offer.id}`;
    const id = (index: number) => offer.lines[index]?.id;
    const answers = await Promise.all([
      buyer.request('PUT', `${at}/offer_products/${id(0)}`, { body: { quantity: 7, unit_price: 1_000 } }),
      buyer.request('POST', `${at}/save_for_later`, { body: { offer_product_id: id(1) } }),
      buyer.request('POST', `${at}/move_to_cart`, { body: { offer_product_id: id(1) } }),
      buyer.request('DELETE', `${at}/offer_products/${id(2)}`),
      buyer.request('PUT', `${at}/submit`),
      buyer.request('PUT', `${at}/accept`),
      buyer.request('POST', `${at}/save_for_later`, { body: { offer_product_id: id(3) } }),
    ]);
    for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status);
    const offers = await factory.db('offers').where({ buyer_id: offer.buyer_id });
    for (const state of ['draft', 'saved_for_later'] as const)
      expect(
        count(
          offers.map((one) => one.state),
          state,
        ),
      ).toBeLessThanOrEqual(1);
    const lines = await factory.db('offer_products').whereIn(
      'offer_id',
      offers.map((one) => one.id),
    );
    const ids = lines.map(({ product_id }) => product_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(answers[3]?.status === 204 ? 3 : 4);
    for (const one of offers) expect(lines.some(({ offer_id }) => offer_id === one.id)).toBe(true);
  }
});

test('the asking price rises while 10 people buy: each pays the agreed price', async () => {
  const seller = await factory.aSeller();
  const product = await factory.aProduct({ seller, units: 1_000n });
  const buyers = await times(10, async () => {
    const offer = await factory.anOffer({ seller, state: 'draft', lines: [{ product }] });
    return { client: await factory.as(offer.buyer), id: offer.id };
  });
  const owner = await factory.as(seller);
  const [, ...answers] = await Promise.all([
    owner.request('PUT', `/products/${product.id}`, { body: { product: { seller_price_cents: 1_200 } } }),
    ...buyers.map(({ client, id }) => client.call(acceptOffer, { id }, {})),
  ]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const sold = await factory.db('purchase_order_products').where({ product_id: product.id });
  expect(sold).toHaveLength(answers.filter(({ status }) => status === 200).length);
  for (const line of sold) expect([line.unit_cents, line.total_cents]).toEqual([1_000, 10_000]);
});

test('carts with the same products in any order, bought at once, neither deadlock nor oversell', async () => {
  const seller = await factory.aSeller();
  const products = await times(6, () => factory.aProduct({ seller, units: 1_000n }));
  const buyers = await times(24, async (index) => {
    const mixed = products.map((_product, at) => products[(at * 5 + index) % 6]);
    const offer = await factory.anOffer({
      seller,
      state: 'draft',
      lines: mixed.map((product) => ({
        ...(product && { product }),
        quantity: 4n,
        unit_price: cents(1_000),
      })),
    });
    return { client: await factory.as(offer.buyer), id: offer.id };
  });
  await factory.db('products').where({ seller_id: seller.seller_id }).update({ units: 40n });
  await factory
    .db('stock_movements')
    .insert(products.map(({ id }) => ({ product_id: id, units: -960n, reason: 'edit' as const })));
  const statuses = await Promise.all(
    buyers.map(async ({ client, id }) => (await client.call(acceptOffer, { id }, {})).status),
  );
  expect(count(statuses, 200)).toBe(10);
  expect(count(statuses, 422)).toBe(14);
  const { rows } = await factory.db.raw(
    `select products.id, products.units, sum(moved.units)::bigint as ledger
       from products join stock_movements moved on moved.product_id = products.id
      where seller_id = ? group by products.id`,
    [seller.seller_id],
  );
  for (const row of rows) expect([row.units, row.ledger]).toEqual([0n, 0n]);
});

test('Buy Now pressed twice with too little stock does not order the remaining units', async () => {
  const offer = await factory.anOffer({ state: 'draft' });
  const buyer = await factory.as(offer.buyer);
  await factory.db('products').where({ id: offer.product.id }).update({ units: 4n });
  const { answers } = await factory.transaction(async (tx) => {
    await tx('buyers').where({ id: offer.buyer_id }).forUpdate().first();
    const pending = times(2, () => buyer.call(acceptOffer, { id: offer.id }, {}));
    for (let waiting = 0; waiting < 2; ) {
      const { rows } = await factory.db.raw(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = rows[0].n;
    }
    return { answers: pending };
  });
  expect((await answers).map(({ status }) => status).sort()).toEqual([409, 422]);
  expect(await factory.db('purchase_orders').where({ offer_id: offer.id })).toEqual([]);
  expect((await buyer.call(acceptOffer, { id: offer.id }, {})).status).toBe(200);
});

test('twenty submits of one draft are one submit', async () => {
  const offer = await factory.anOffer({ state: 'draft' });
  const buyer = await factory.as(offer.buyer);
  const statuses = await times(20, async () => (await buyer.call(submitOffer, { id: offer.id }, {})).status);
  expect([count(statuses, 200), count(statuses, 409)]).toEqual([1, 19]);
});
