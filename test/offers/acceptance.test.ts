import { setTimeout as pause } from 'node:timers/promises';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { accept } from '../../server/offers/acceptance';
import { acceptOffer, showOffer } from '../../server/offers/contract';
import { offerStates } from '../../server/offers/rules';
import { startApp } from '../support/app';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { isWaiting } from '../support/workers';

const app = useTestApp();
const factory = new Factory(app);

const unitsOf = async (id: number) => (await factory.db('products').where({ id }).first('units'))?.units;
const ledgerOf = async (id: number) => {
  const { rows } = await factory.db.raw(
    'select sum(units)::bigint as units from stock_movements where product_id = ?',
    [id],
  );
  return rows[0].units;
};

test('200 acceptances at once for the last 50 units give 50 orders, or 25 for two units each', async () => {
  const seller = await factory.aSeller();
  for (const [quantity, orders] of [
    [1n, 50],
    [2n, 25],
  ] as const) {
    const product = await factory.aProduct({ seller, units: 1_000n });
    const buyers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const offer = await factory.anOffer({ seller, state: 'draft', lines: [{ product, quantity }] });
        return { client: await factory.as(offer.buyer), id: offer.id };
      }),
    );
    await factory.db('products').where({ id: product.id }).update({ units: 50n });
    await factory.db('stock_movements').insert({ product_id: product.id, units: -950n, reason: 'edit' });
    const answers = await Promise.all(buyers.map(({ client, id }) => client.call(acceptOffer, { id }, {})));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(orders);
    expect(statuses.filter((status) => status === 422)).toHaveLength(200 - orders);
    for (const { status, body } of answers) {
      if (status === 422)
        expect(body).toMatchObject({ cancelled: true, cancelled_products: [{ id: product.id }] });
    }
    expect(await unitsOf(product.id)).toBe(0n);
    expect(await ledgerOf(product.id)).toBe(0n);
  }
});

test('20 parallel Buy Nows on one offer make one order, which every answer names', async () => {
  const offer = await factory.anOffer({ state: 'draft' });
  const client = await factory.as(offer.buyer);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call(acceptOffer, { id: offer.id }, {})),
  );
  const orders = await factory.db('purchase_orders').where({ offer_id: offer.id });
  expect(orders).toHaveLength(1);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.data.attributes.purchase_order_id).toBe(orders[0]?.id);
  }
  expect(await unitsOf(offer.product.id)).toBe(90n);
  expect(await ledgerOf(offer.product.id)).toBe(90n);
});

test('accepting again returns the same order, also with a stale version', async () => {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  const answer = await client.call(acceptOffer, { id: order.offer.id }, { version: 1 });
  expect(answer.status).toBe(200);
  expect(answer.body.data.attributes.purchase_order_id).toBe(order.id);
});

describe('when stock falls short', () => {
  test('sold out: the offer is canceled and rejected', async () => {
    const offer = await factory.anOffer({ state: 'seller_review' });
    await factory.db('products').where({ id: offer.product.id }).update({ units: 0n });
    const client = await factory.as(offer.seller);
    const answer = await client.call(acceptOffer, { id: offer.id }, {});
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      cancelled: true,
      cancelled_products: [{ name: offer.product.name }],
    });
    const after = await client.call(showOffer, { id: offer.id });
    expect(after.body.data.attributes).toMatchObject({ state: 'rejected', version: offer.version + 1 });
  });

  test('partly sold out: the 422 commits the reduction and the offer waits for the buyer', async () => {
    const seller = await factory.aSeller();
    const [short, deleted, fine] = await Promise.all([1, 2, 3].map(() => factory.aProduct({ seller })));
    if (!short || !deleted || !fine) throw new Error('no products');
    const offer = await factory.anOffer({
      seller,
      lines: [short, deleted, fine].map((product) => ({ product, unit_price: cents(700) })),
    });
    await factory.db('products').where({ id: short.id }).update({ units: 4n });
    await factory.db('products').where({ id: deleted.id }).update({ deleted_at: new Date() });
    const client = await factory.as(offer.seller);
    const answer = await client.call(acceptOffer, { id: offer.id }, {});
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ cancelled: false });
    const named = (answer.body as unknown as { cancelled_products: { id: number }[] }).cancelled_products;
    expect(named.map(({ id }) => id).sort()).toEqual([short.id, deleted.id].sort());
    const after = await client.call(showOffer, { id: offer.id });
    expect(after.body.data.attributes).toMatchObject({ state: 'buyer_review', version: offer.version + 1 });
    expect(
      after.body.included.map(({ attributes }) => [
        attributes.product.id,
        attributes.quantity,
        attributes.unit_price,
      ]),
    ).toEqual([
      [short.id, 4n, 700],
      [fine.id, 10n, 700],
    ]);
    expect(await unitsOf(fine.id)).toBe(100n);
    const buyer = await factory.as(offer.buyer);
    expect((await buyer.call(acceptOffer, { id: offer.id }, {})).status).toBe(200);
    expect(await unitsOf(short.id)).toBe(0n);
  });

  test('a draft stays a draft', async () => {
    const offer = await factory.anOffer({ state: 'draft' });
    await factory.db('products').where({ id: offer.product.id }).update({ units: 3n });
    const client = await factory.as(offer.buyer);
    expect((await client.call(acceptOffer, { id: offer.id }, {})).body).toMatchObject({ cancelled: false });
    const after = await client.call(showOffer, { id: offer.id });
    expect(after.body.data.attributes).toMatchObject({ state: 'draft', buyable: true });
  });
});

test('an offer is accepted in turn only, from the states of the table', async () => {
  for (const state of offerStates) {
    const offer = await factory.anOffer({ state });
    for (const person of [offer.buyer, offer.seller]) {
      const { data } = (await (await factory.as(person)).call(showOffer, { id: offer.id })).body ?? {};
      if (data?.attributes.can_accept || state === 'accepted') continue;
      const answer = await (await factory.as(person)).call(acceptOffer, { id: offer.id }, {});
      // A seller can't see an offer in the cart.
      expect([state, person.kind, answer.status]).toEqual([state, person.kind, data ? 409 : 404]);
      expect(await factory.db('offers').where({ id: offer.id }).first()).toMatchObject({ state });
    }
  }
});

test('at the limit of unpaid orders, the buyer gets a request to pay and the seller the reason', async () => {
  const tight = await startApp({ maxUnpaidOrders: 2 });
  const otherFactory = new Factory(tight);
  try {
    const buyer = await otherFactory.aBuyer();
    await otherFactory.anOrder({ buyer });
    await otherFactory.anOrder({ buyer });
    const refusal = async (person: Buyer | Seller, id: number) => {
      const { status, body } = await (await otherFactory.as(person)).call(acceptOffer, { id }, {});
      return [status, body];
    };
    const sent = await otherFactory.anOffer({ buyer });
    expect(await refusal(sent.seller, sent.id)).toEqual([
      409,
      { error: 'This buyer has too many unpaid orders.', code: 'too_many_unpaid' },
    ]);
    const toPay = [409, { error: 'Please pay your open orders first.', code: 'too_many_unpaid' }];
    const countered = await otherFactory.anOffer({ buyer, state: 'buyer_review' });
    expect(await refusal(buyer, countered.id)).toEqual(toPay);
    const draft = await otherFactory.anOffer({ buyer, state: 'draft' });
    expect(await refusal(buyer, draft.id)).toEqual(toPay);
  } finally {
    await tight.stop();
  }
});

test('a product that is paused while it is bought is sold by an offer that was sent, and not from a cart', async () => {
  for (const [state, status, units] of [
    ['draft', 422, 100n],
    ['buyer_review', 200, 90n],
  ] as const) {
    const offer = await factory.anOffer({ state });
    const client = await factory.as(offer.buyer);
    const pausing = await factory.db.transaction();
    await pausing('products').where({ id: offer.product.id }).update({ paused: true });
    const answer = client.call(acceptOffer, { id: offer.id }, {});
    while (!(await isWaiting(factory, 'had as materialized'))) await pause(10);
    await pausing.commit();
    expect([state, (await answer).status]).toEqual([state, status]);
    expect(await unitsOf(offer.product.id)).toBe(units);
  }
});

test('an order charges the agreed price to the cent', async () => {
  const seller = await factory.aSeller();
  const products = await Promise.all([1, 2, 3].map(() => factory.aProduct({ seller })));
  const offer = await factory.anOffer({
    seller,
    state: 'accepted',
    lines: products.map((product, index) => ({ product, quantity: 3n, unit_price: cents(333 + index) })),
  });
  const order = await factory.db('purchase_orders').where({ offer_id: offer.id }).first();
  const lines = await factory.db('purchase_order_products').where({ purchase_order_id: order?.id ?? 0 });
  expect(order).toMatchObject({ total_cents: 3_006, fee_cents: 301, total_net_to_seller: 2_705 });
  expect(lines.reduce((total, line) => total + line.net_to_seller, 0)).toBe(2_705);
});

test('an acceptance takes ten statements, BEGIN and COMMIT apart', async () => {
  const counts: number[] = [];
  for (let run = 0; run < 5; run++) {
    const offer = await factory.anOffer({ state: 'draft' });
    const statements = { count: 0, ms: 0 };
    const { config, requestScopes } = factory.services;
    const acceptance = { offerId: offer.id, viewer: offer.buyer, version: undefined, config };
    await requestScopes.run({ load: '0', connections: new Set(), statements }, () =>
      accept(factory.services, acceptance),
    );
    counts.push(statements.count);
  }
  // A connection's first use costs statements of its own.
  expect(Math.min(...counts)).toBe(10);
});
