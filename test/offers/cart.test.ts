import type { Buyer, Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
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

type Line = { product_id?: number; quantity?: unknown; unit_price?: unknown };
const add = (lines: unknown, sellerUserId: unknown = seller.id) =>
  client.request('POST', '/offers', {
    body: { offer: { seller_user_id: sellerUserId, offer_products_attributes: lines } },
  });
const line = (product_id: number, more: Line = {}) => ({
  product_id,
  quantity: 10,
  unit_price: 900,
  ...more,
});

const errorsOf = (body: unknown) => (body as { errors?: string[] }).errors;
const offers = () => factory.db('offers').where({ buyer_id: buyer.buyer_id }).orderBy('id');
const linesOf = (offerId: number) => factory.db('offer_products').where({ offer_id: offerId }).orderBy('id');

test('a cart holds at most MAX_LINES products of a seller, added at once or one by one', async () => {
  const ids = await Promise.all(Array.from({ length: 501 }, () => factory.aProduct({ seller })));
  const lines = ids.map(({ id }) => line(id));
  expect((await add(lines.slice(0, 500))).status).toBe(201);
  const more = await add(lines.slice(500));
  expect([more.status, errorsOf(more.body)]).toEqual([422, ['Add at most 500 products to an offer']]);
});

test('staff get a page of all offers and orders with their totals', async () => {
  await factory.anOffer();
  await factory.anOrder();
  const staff = await factory.as(await factory.staff());
  for (const [path, table] of [
    ['/offers', 'offers'],
    ['/marketplace/purchase_orders', 'purchase_orders'],
  ] as const) {
    const { body, headers } = await staff.request('GET', path, { query: { page: 1, per: 1 } });
    const rows = await factory.db(table).orderBy('created_at', 'desc').orderBy('id', 'desc').select('id');
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([String(rows[0]?.id)]);
    expect(headers.get('X-Total-Count')).toBe(String(rows.length));
  }
});

describe('adding to the cart', () => {
  test('answers 201 with the draft; the same product again replaces its line', async () => {
    const product = await factory.aProduct({ seller });
    const first = await add([line(product.id)]);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      data: {
        type: 'offer',
        attributes: { state: 'draft', total_cents: 9_000, buyable: false, history: [] },
      },
      included: [
        {
          type: 'offer_product',
          attributes: { quantity: 10n, unit_price: 900, total_price: 9_000, buyable: false },
        },
      ],
    });
    const second = await add([line(product.id, { quantity: 3, unit_price: 1_000 })]);
    expect(second.body).toMatchObject({ data: { attributes: { total_cents: 3_000, buyable: true } } });
    const [draft, ...rest] = await offers();
    expect([draft?.state, rest]).toEqual(['draft', []]);
    expect(await linesOf(draft?.id ?? 0)).toMatchObject([{ quantity: 3n, unit_price_cents: 1_000 }]);
  });

  test('a buyer has one draft per seller', async () => {
    const [mine, others] = [await factory.aProduct({ seller }), await factory.aProduct()];
    const other = await factory.db('users').where({ seller_id: others.seller_id }).first('id');
    await add([line(mine.id)]);
    await add([line(others.id)], other?.id);
    expect((await offers()).map(({ state }) => state)).toEqual(['draft', 'draft']);
  });

  test.each([
    ['more than there is', { quantity: 101 }, '100 max'],
    ['below the minimum', { quantity: 4 }, '5 min'],
    ['above the price', { unit_price: 1_001 }, '$10.00 max'],
    ['for nothing', { unit_price: 0 }, '$0.01 min'],
    ['at a negative price', { unit_price: -5 }, '$0.01 min'],
    ['none', { quantity: 0 }, '1 min'],
    ['less than none', { quantity: -1 }, '1 min'],
    ['a part of one', { quantity: 1.5 }, 'Enter a whole number'],
    ['a part of a cent', { unit_price: 1.5 }, 'Enter a price in whole cents'],
    ['without a quantity', { quantity: null }, 'Enter a quantity'],
    ['without a price', { unit_price: undefined }, 'Enter a price'],
    [
      'more than can be counted',
      { quantity: '9000000000000000001' },
      'Must be no more than 9,000,000,000,000,000,000 units',
    ],
  ])('%s is 422, and nothing is in the cart', async (_name, wrong, message) => {
    const product = await factory.aProduct({ seller, min_order_units: 5n });
    const answer = await add([line(product.id, wrong as Line)]);
    expect([answer.status, errorsOf(answer.body)?.[0]]).toEqual([422, message]);
    expect(await offers()).toEqual([]);
  });

  test('the minimum quantity is the smaller of minimum and stock', async () => {
    const product = await factory.aProduct({ seller, units: 3n, min_order_units: 5n });
    expect(errorsOf((await add([line(product.id, { quantity: 2 })])).body)).toEqual(['3 min']);
    expect((await add([line(product.id, { quantity: 3 })])).status).toBe(201);
    const free = await factory.aProduct({ seller, min_order_units: 0n });
    expect((await add([line(free.id, { quantity: 1 })])).status).toBe(201);
  });

  test('one invalid line fails the whole request', async () => {
    const products = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
    expect(
      (await add([line(products[0]?.id ?? 0), line(products[1]?.id ?? 0, { quantity: 500 })])).status,
    ).toBe(422);
    expect(await offers()).toEqual([]);
  });

  test('a product that cannot be ordered is 422', async () => {
    const [deleted, hidden, empty, unknown, foreign] = await Promise.all([
      factory.aProduct({ seller, deleted_at: new Date() }),
      factory.aProduct({ seller, provisional: true }),
      factory.aProduct({ seller, units: 0n }),
      factory.aProduct({ seller, units: null }),
      factory.aProduct(),
    ]);
    const why = async (id: number) => {
      const answer = await add([line(id)]);
      return [answer.status, errorsOf(answer.body)];
    };
    const unavailable = [422, ["This product isn't available from this seller"]];
    for (const { id } of [deleted, hidden, foreign]) expect(await why(id)).toEqual(unavailable);
    expect(await why(99_999_999)).toEqual(unavailable);
    expect(await why(empty.id)).toEqual([422, ['Sold out']]);
    expect(await why(unknown.id)).toEqual([422, ["This product can't be ordered yet"]]);
  });

  test('the same product twice, no product, and no such seller are 422', async () => {
    const product = await factory.aProduct({ seller });
    const statuses = [
      await add([line(product.id), line(product.id)]),
      await add([]),
      await add(null),
      await add('x'),
      await add([null]),
      await add([line(product.id)], null),
      await add([line(product.id)], ''),
      await add([line(product.id)], 99_999_999),
      await add([line(product.id)], buyer.id),
      await add([line(product.id)], 'seller'),
      await client.request('POST', '/offers', {
        body: { offer: { offer_products_attributes: [line(product.id)] } },
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual(Array(11).fill(422));
    expect((await client.request('POST', '/offers', { body: {} })).status).toBe(400);
    expect(await offers()).toEqual([]);
  });

  test('a seller without a person gets no offers', async () => {
    const [lonely] = await factory
      .db('sellers')
      .insert({ name: 'Lonely', category: 'home', description: 'x', logo: 'x' })
      .returning('id');
    const product = await factory.aProduct({ seller_id: lonely?.id ?? 0 });
    expect((await add([line(product.id)])).status).toBe(422);
    const detail = await client.request('GET', `/marketplace/products/${product.id}`);
    expect(detail.body).toMatchObject({ seller_user_id: null });
  });

  test('adding a saved product moves it back with the new quantity and price', async () => {
    const offer = await factory.anOffer({ buyer, seller, state: 'saved_for_later' });
    const answer = await add([line(offer.product.id, { quantity: 2 })]);
    expect(answer.status).toBe(201);
    const rows = await offers();
    expect(rows.map(({ state }) => state)).toEqual(['draft']);
    expect(await linesOf(rows[0]?.id ?? 0)).toMatchObject([{ product_id: offer.product.id, quantity: 2n }]);
  });

  test('a product in an open offer is 409 until that offer is closed', async () => {
    const offer = await factory.anOffer({ buyer, seller, state: 'seller_review' });
    const answer = await add([line(offer.product.id)]);
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        error: `This product is already in ${offer.offer_number}. Review it in My Offers.`,
        code: 'conflict',
      },
    ]);
    await client.request('POST', `/offers/${offer.id}/withdraw`);
    expect((await add([line(offer.product.id)])).status).toBe(201);
  });
});

describe('saving for later', () => {
  const save = (id: number, lineId: number | undefined) =>
    client.request('POST', `/offers/${id}/save_for_later`, { body: { offer_product_id: lineId } });

  test('one line moves, the others stay, and repeating changes nothing', async () => {
    const products = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
    const offer = await factory.anOffer({
      buyer,
      seller,
      state: 'draft',
      lines: products.map((product) => ({ product })),
    });
    const [first] = offer.lines;
    const moved = await save(offer.id, first?.id);
    expect(moved.body).toMatchObject({
      data: { attributes: { state: 'saved_for_later', total_cents: 10_000 } },
    });
    const saved = Number((moved.body as { data: { id: string } }).data.id);
    const before = await offers();
    const again = await save(saved, first?.id);
    expect([again.status, again.body]).toEqual([200, moved.body]);
    expect(await offers()).toEqual(before);
    // The line moved, so its old offer no longer contains it.
    expect((await save(offer.id, first?.id)).status).toBe(404);
    expect((await linesOf(offer.id)).map(({ product_id }) => product_id)).toEqual([products[1]?.id]);
  });

  test('an offer without lines is deleted, and there is one draft and one saved offer at most', async () => {
    const offer = await factory.anOffer({ buyer, seller, state: 'draft' });
    const [only] = offer.lines;
    const moved = await save(offer.id, only?.id);
    expect(moved.status).toBe(200);
    expect((await offers()).map(({ state }) => state)).toEqual(['saved_for_later']);
    expect((await client.request('GET', `/offers/${offer.id}`)).status).toBe(404);
    const saved = (await offers())[0]?.id;
    expect((await client.request('DELETE', `/offers/${saved}/offer_products/${only?.id}`)).status).toBe(204);
    expect(await offers()).toEqual([]);
    expect((await client.request('DELETE', `/offers/${saved}/offer_products/${only?.id}`)).status).toBe(404);
  });

  test('a line of another offer is 404', async () => {
    const [mine, foreign] = [
      await factory.anOffer({ buyer, seller, state: 'draft' }),
      await factory.anOffer({ state: 'draft' }),
    ];
    const other = foreign.lines[0]?.id;
    expect((await save(mine.id, other)).status).toBe(404);
    expect((await client.request('DELETE', `/offers/${mine.id}/offer_products/${other}`)).status).toBe(404);
    const change = { body: { quantity: 1, unit_price: 1 } };
    expect((await client.request('PUT', `/offers/${mine.id}/offer_products/${other}`, change)).status).toBe(
      404,
    );
    expect(await linesOf(foreign.id)).toMatchObject([{ quantity: 10n, unit_price_cents: 1_000 }]);
  });
});

describe('submitting', () => {
  const submit = (id: number) => client.request('PUT', `/offers/${id}/submit`);

  test('checks every bound again with present stock and prices', async () => {
    const offer = await factory.anOffer({
      buyer,
      seller,
      state: 'draft',
      lines: [{ unit_price: cents(900) }],
    });
    const product = factory.db('products').where({ id: offer.product.id });
    const cases: [object, string][] = [
      [{ units: 4n }, '4 max'],
      [{ units: 100n, min_order_units: 20n }, '20 min'],
      [{ min_order_units: null, seller_price_cents: cents(800) }, '$8.00 max'],
      [{ units: 0n }, 'Sold out'],
      [
        { units: 100n, seller_price_cents: cents(1_000), deleted_at: new Date() },
        `${offer.product.name} is no longer available`,
      ],
    ];
    for (const [change, message] of cases) {
      await product.clone().update(change);
      const answer = await submit(offer.id);
      expect([answer.status, errorsOf(answer.body)]).toEqual([422, [message]]);
    }
    await product.clone().update({ deleted_at: null });
    expect((await submit(offer.id)).status).toBe(200);
  });

  test('the total must be payable at once', async () => {
    const cheap = await factory.anOffer({
      buyer,
      seller,
      state: 'draft',
      lines: [{ quantity: 1n, unit_price: cents(49) }],
    });
    const text = 'The total of an offer must be between $0.50 and $999,999.99.';
    expect(errorsOf((await submit(cheap.id)).body)).toEqual([text]);
    const product = await factory.aProduct({ seller, units: 10_000_000n });
    await add([line(product.id, { quantity: 100_000, unit_price: 1_000 })]);
    expect(errorsOf((await submit(cheap.id)).body)).toEqual([text]);
    await add([line(product.id, { quantity: 99_999, unit_price: 1_000 })]);
    await client.request('DELETE', `/offers/${cheap.id}/offer_products/${cheap.lines[0]?.id}`);
    expect((await submit(cheap.id)).status).toBe(200);
  });

  test('Buy Now on a draft that is no longer buyable is 409, and nothing is bought', async () => {
    const offer = await factory.anOffer({ buyer, seller, state: 'draft' });
    await factory
      .db('products')
      .where({ id: offer.product.id })
      .update({ seller_price_cents: cents(1_100) });
    expect((await client.request('PUT', `/offers/${offer.id}/accept`)).status).toBe(409);
    expect(await factory.db('purchase_orders').where({ buyer_id: buyer.buyer_id })).toEqual([]);
    expect((await offers())[0]).toMatchObject({ state: 'draft', version: offer.version });
  });
});
