import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import type { BuyAgainAnswer } from '../../server/offers/cart/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));
let buyer: Buyer;
let seller: Seller;
let client: Client;

beforeEach(async () => {
  [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  client = await factory.as(buyer);
});

const orderOf = async (names: readonly string[], quantity = 60n) => {
  const products = [];
  for (const name of names) products.push(await factory.aProduct({ seller, name, units: 1_000n }));
  const lines = products.map((product) => ({ product, quantity, unit_price: cents(800) }));
  return { order: await factory.anOrder({ buyer, seller, lines }), products };
};
const again = (id: number, body: object = {}, by = client) =>
  by.request('POST', `/purchase_orders/${id}/buy_again`, { body });
const rowsOf = (answer: { body: unknown }) => (answer.body as BuyAgainAnswer).rows;
const change = (id: number, columns: object) => factory.db('products').where({ id }).update(columns);
interface DraftLine {
  product_id: number;
  quantity: bigint;
  unit_price_cents: number;
}
const draftLines = async () => {
  const { rows } = await factory.db.raw<{ rows: DraftLine[] }>(
    `select product_id, quantity, unit_price_cents from offer_products
       join offers on offers.id = offer_products.offer_id
      where offers.buyer_id = ? and offers.state = 'draft' order by product_id`,
    [buyer.buyer_id],
  );
  return rows;
};

const TEN = 'same cheaper dearer short minimum cases soldout unlisted incart inoffer'.split(' ');

/** One order of ten products, each in another state by now. */
async function tenStates() {
  const { order, products } = await orderOf(TEN);
  const [, cheaper, dearer, short, minimum, cases, soldOut, unlisted, inCart, inOffer] = products.map(
    ({ id }) => id,
  );
  const ids = { cheaper, dearer, short, minimum, cases, soldOut, unlisted, inCart, inOffer } as Record<
    string,
    number
  >;
  await change(ids.cheaper ?? 0, { seller_price_cents: 700 });
  await change(ids.dearer ?? 0, { seller_price_cents: 1_500 });
  await change(ids.short ?? 0, { units: 25n });
  await change(ids.minimum ?? 0, { min_order_units: 100n });
  await change(ids.cases ?? 0, { sell_by: 'outer', outer_quantity: 24n });
  await change(ids.soldOut ?? 0, { units: 0n });
  await change(ids.unlisted ?? 0, { deleted_at: new Date() });
  const product = (at: number) => products[at] as NonNullable<(typeof products)[number]>;
  const open = { state: 'seller_review' as const, lines: [{ product: product(9) }] };
  await factory.anOffer({ buyer, seller, ...open });
  await factory.anOffer({ buyer, seller, state: 'draft', lines: [{ product: product(8), quantity: 12n }] });
  return { order, products, ids };
}

describe('Buying an order again', () => {
  test('names every product with what became of it, and changes nothing', async () => {
    const { order } = await tenStates();
    const preview = await again(order.id, { preview: true });
    expect(preview.status).toBe(200);
    expect(
      rowsOf(preview).map(({ name, result, reason, quantity, unit_price }) => [
        name,
        result,
        reason?.replace(/OF-\d+/, 'OF'),
        quantity.new,
        unit_price.new,
      ]),
    ).toEqual([
      ['same', 'same', undefined, 60n, 800],
      ['cheaper', 'changed', 'Asking price dropped to $7.00', 60n, 700],
      ['dearer', 'same', undefined, 60n, 800],
      ['short', 'changed', 'Only 25 available', 25n, 800],
      ['minimum', 'changed', 'Minimum 100', 100n, 800],
      ['cases', 'changed', 'Sold in cases of 24', 48n, 800],
      ['soldout', 'unavailable', 'Sold out', null, null],
      ['unlisted', 'unavailable', 'No longer available', null, null],
      ['incart', 'in_cart', 'Already in your cart', 60n, 800],
      ['inoffer', 'in_offer', 'Already in OF', 60n, 800],
    ]);
    expect(rowsOf(preview)[0]).toMatchObject({
      quantity: { old: 60n, new: 60n },
      unit_price: { old: 800, new: 800 },
    });
    expect(preview.body).toMatchObject({ offer_id: null });
    expect(await draftLines()).toHaveLength(1);
  });

  test('adds what can be ordered, and leaves the line that is in the cart', async () => {
    const { order, products } = await tenStates();
    const added = await again(order.id);
    expect(added.status).toBe(200);
    const lines = await draftLines();
    expect(lines.map(({ quantity, unit_price_cents }) => [quantity, unit_price_cents])).toEqual([
      [60n, 800],
      [60n, 700],
      [60n, 800],
      [25n, 800],
      [100n, 800],
      [48n, 800],
      [12n, 1_000],
    ]);
    expect(lines.at(-1)?.product_id).toBe(products[8]?.id);
    const draft = await factory.db('offers').where({ buyer_id: buyer.buyer_id, state: 'draft' }).first('id');
    expect(added.body).toMatchObject({ offer_id: draft?.id });
  });

  test('replaces the line in the cart where it is told to, and nothing else', async () => {
    const { order, ids } = await tenStates();
    await again(order.id, { replace: [ids.inCart, ids.inOffer, ids.soldOut] });
    const lines = await draftLines();
    expect(lines.find(({ product_id }) => product_id === ids.inCart)).toMatchObject({
      quantity: 60n,
      unit_price_cents: 800,
    });
    expect(lines).toHaveLength(7);
  });

  test('takes products out of those saved for later', async () => {
    const { order, products } = await orderOf(['mug']);
    const [product] = products;
    await factory.anOffer({
      buyer,
      seller,
      state: 'saved_for_later',
      lines: product ? [{ product }] : [],
    });
    expect(rowsOf(await again(order.id))).toMatchObject([{ result: 'same' }]);
    const states = await factory.db('offers').where({ buyer_id: buyer.buyer_id }).select('state');
    expect(states.map(({ state }) => state).sort()).toEqual(['accepted', 'draft']);
  });

  test('is 409 where nothing can be ordered, and leaves no draft', async () => {
    const { order, products } = await orderOf(['mug']);
    await change(products[0]?.id ?? 0, { units: 0n });
    const refused = await again(order.id);
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: 'None of these products can be ordered now.', code: 'conflict' },
    ]);
    expect(await factory.db('offers').where({ buyer_id: buyer.buyer_id, state: 'draft' })).toEqual([]);
  });

  test('holds for every status, also for a canceled order', async () => {
    const { order } = await orderOf(['mug']);
    const staff = await factory.as(await factory.staff());
    await staff.request('POST', `/admin/purchase_orders/${order.id}/state_transitions`, {
      body: { event: 'cancel', reason: 'No stock' },
    });
    expect((await again(order.id, { preview: true })).status).toBe(200);
  });

  test('is for its buyer alone', async () => {
    const { order } = await orderOf(['mug']);
    expect((await again(order.id, {}, await factory.as(await factory.aBuyer()))).status).toBe(404);
    expect((await again(order.id, {}, await factory.as(seller))).status).toBe(403);
    expect((await again(order.id, {}, await factory.as(null))).status).toBe(401);
  });

  test('twenty times at once makes one draft with one line per product', async () => {
    const { order } = await orderOf(['mug', 'cup']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => again(order.id)));
    const statuses = answers.map(({ status }) => status).sort();
    // The later ones find the products in the cart.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await draftLines()).toHaveLength(2);
  });

  test('quantities above 2^53 stay exact', async () => {
    const many = 9_007_199_254_740_993n;
    const { order, products } = await orderOf(['bead']);
    await change(products[0]?.id ?? 0, { units: many, min_order_units: many });
    expect(rowsOf(await again(order.id, { preview: true }))).toMatchObject([
      { quantity: { old: 60n, new: many } },
    ]);
  });
});

describe('a closed offer is made again', () => {
  test.each([
    ['rejected', (id: number) => [seller, `/offers/${id}/counter_offer/reject`] as const],
    ['withdrawn', (id: number) => [buyer, `/offers/${id}/withdraw`] as const],
  ])('after it was %s: its lines are in the cart at the price offered, once', async (_how, actOf) => {
    const offer = await factory.anOffer({
      buyer,
      seller,
      lines: [{ quantity: 12n, unit_price: cents(750) }],
    });
    const path = `/offers/${offer.id}/offer_again`;
    expect((await client.request('POST', path, { body: {} })).status).toBe(409);
    const [who, act] = actOf(offer.id);
    expect((await (await factory.as(who)).request('POST', act, { body: {} })).status).toBeLessThan(300);
    const preview = await client.request('POST', path, { body: { preview: true } });
    expect(rowsOf(preview)).toMatchObject([
      { result: 'same', quantity: { new: 12n }, unit_price: { new: 750 } },
    ]);
    expect(await draftLines()).toEqual([]);
    expect((await client.request('POST', path, { body: {} })).status).toBe(200);
    expect(await draftLines()).toMatchObject([{ quantity: 12n, unit_price_cents: 750 }]);
    const others = await factory.as(await factory.aBuyer());
    expect((await others.request('POST', path, { body: {} })).status).toBe(404);
    expect((await client.request('POST', path, { body: {} })).status).toBe(409);
  });
});
