import type { Seller } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { type BatchAnswer, type BatchResult, writeProducts } from '../../server/imports/batch/contract';
import { showProduct, updateProduct } from '../../server/products/contract';
import { showChanges } from '../../server/products/manage/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);
let seller: Seller;
let client: Client;

beforeEach(async () => {
  seller = await factory.aSeller();
  client = (await factory.aKey(seller)).client;
});

let code = 700_000_000_000;
const nextUpc = () => String(++code);

const complete = (more: object = {}) => ({
  upc: nextUpc(),
  name: 'Stoneware mug',
  photo_1: 'https://cdn.example.com/mug.jpg',
  msrp_cents: 2_000,
  wholesale_cents: 900,
  seller_price_cents: 550,
  units: 100,
  ...more,
});

async function batch(products: readonly object[], key?: string): Promise<BatchAnswer> {
  const headers = key ? { 'Idempotency-Key': key } : {};
  const answer = await client.request('PUT', '/products/batch', { body: { products }, headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as BatchAnswer;
}

async function only(product: object, key?: string): Promise<BatchResult> {
  const [result] = (await batch([product], key)).results;
  if (!result) throw new Error('No result');
  return result;
}

const stored = (id: number) => factory.db('products').where({ id }).first();
const unitsOf = async (id: number) => (await stored(id))?.units;

const ledgerOf = (id: number) =>
  factory.db('stock_movements').where({ product_id: id }).orderBy('id').select('units', 'reason', 'user_id');

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Sold now, but for the `at` of its movement. */
async function sell(id: number, quantity: bigint) {
  await factory
    .db('products')
    .where({ id })
    .update({ units: factory.db.raw('units - ?', [String(quantity)]) });
  await factory.db('stock_movements').insert({ product_id: id, units: -quantity, reason: 'sold' });
}

describe('Each row has a verdict, in the order sent', () => {
  test('and a bad one harms no other', async () => {
    const known = await factory.aProduct({ seller, units: 100n });
    const same = await factory.aProduct({ seller, seller_price_cents: cents(1_000) });
    const old = await factory.aProduct({ seller, version: 4 });
    const { counts, results } = await batch([
      complete(),
      { upc: known.upc, units: 40, seller_price_cents: 475 },
      { id: same.id, seller_price_cents: 1_000 },
      { upc: nextUpc(), name: 'Bowl' },
      { id: known.id + 100_000, units: 3 },
      { id: old.id, version: 3, units: 9 },
      'no object',
      { upc: nextUpc() },
    ] as object[]);
    expect(results.map(({ index, outcome }) => [index, outcome])).toEqual([
      [0, 'new'],
      [1, 'changed'],
      [2, 'unchanged'],
      [3, 'incomplete'],
      [4, 'refused'],
      [5, 'conflict'],
      [6, 'refused'],
      [7, 'refused'],
    ]);
    expect(counts).toEqual({ new: 1, changed: 1, unchanged: 1, incomplete: 1, refused: 3, conflict: 1 });
    expect(results[0]).toMatchObject({ id: expect.any(Number), version: 1, provisional: false, errors: {} });
    expect(results[1]).toMatchObject({ id: known.id, upc: known.upc, version: 2 });
    expect(results[3]?.provisional_errors).toEqual({
      photo_1: 'At least one image required',
      msrp_cents: 'Price must be greater than $0',
      wholesale_cents: 'Price must be greater than $0',
      seller_price_cents: 'Price must be greater than $0',
      units: 'Units must be greater than 0',
    });
    expect(results[7]?.errors).toEqual({ name: ['Required'] });
    expect(results[5]).toMatchObject({
      version: 4,
      current: { version: 4, units: 100n, seller_price_cents: 1_000, updated_at: expect.any(String) },
    });
    expect(await stored(known.id)).toMatchObject({ units: 40n, seller_price_cents: 475, version: 2 });
    expect(await stored(old.id)).toMatchObject({ units: 100n, version: 4 });
  });

  test('and the same rows sent again are unchanged', async () => {
    const rows = [
      complete(),
      complete({ sku: 'A-1', description: '<p>Mug</p>', length: 2.5, min_order_units: 12 }),
    ];
    expect((await batch(rows)).counts).toMatchObject({ new: 2 });
    const again = await batch(rows);
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    expect(again.results.map(({ version }) => version)).toEqual([1, 1]);
  });
});

describe('A product is found', () => {
  test('by id, else by UPC in any writing, else by SKU', async () => {
    const [one, two, three] = [
      await factory.aProduct({ seller, sku: 'B-1' }),
      await factory.aProduct({ seller, upc: '012345678905' }),
      await factory.aProduct({ seller, sku: 'B-3' }),
    ];
    const { results } = await batch([
      { id: one.id, sku: 'B-3', units: 1 },
      { upc: '12345678905', units: 2 },
      { sku: 'B-3', units: 3 },
    ]);
    expect(results.map(({ id }) => id)).toEqual([one.id, two.id, three.id]);
    expect((await stored(two.id))?.upc).toBe('012345678905');
    expect((await stored(one.id))?.sku).toBe('B-3');
  });

  test('not by a SKU of several or of none', async () => {
    for (let count = 0; count < 2; count++) await factory.aProduct({ seller, sku: 'A-1' });
    const { results } = await batch([
      { sku: 'A-1', units: 3 },
      { sku: 'A-2', units: 3 },
    ]);
    expect(results.map(({ outcome, errors }) => [outcome, errors])).toEqual([
      ['refused', { sku: ['Several products have the SKU A-1. Send the UPC.'] }],
      ['refused', { sku: ['No product has the SKU A-2. Send a UPC to create it.'] }],
    ]);
  });

  test('once: a later row of it names the earlier one', async () => {
    const { id, upc } = await factory.aProduct({ seller });
    const fresh = nextUpc();
    const { results } = await batch([
      complete(),
      complete({ upc: fresh }),
      { id, units: 5 },
      { upc, units: 6 },
      complete({ upc: fresh }),
    ]);
    expect(results[3]).toMatchObject({ outcome: 'refused', errors: { upc: ['Row 3 has the same product'] } });
    expect(results[4]).toMatchObject({ outcome: 'refused', errors: { upc: ['Row 2 has the same product'] } });
    expect(await unitsOf(id)).toBe(5n);
  });

  test('only where it is the seller’s own', async () => {
    const foreign = await factory.aProduct({ sku: 'F-1' });
    const { results } = await batch([
      { id: foreign.id, units: 3 },
      { sku: 'F-1', units: 3 },
      { upc: foreign.upc, name: 'Mine' },
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'incomplete']);
    expect(results[0]).toMatchObject({ id: null, errors: { id: [`No product has the ID ${foreign.id}.`] } });
    expect(await stored(foreign.id)).toMatchObject({ units: 100n, version: 1 });
  });
});

describe('A named field is set', () => {
  test('an absent one stays, null clears an optional one', async () => {
    const { id } = await factory.aProduct({
      seller,
      sku: 'A-1',
      asin: 'B01',
      description: '<p>Old</p>',
      weight: '2.5',
    });
    expect(await only({ id, sku: null, description: null, name: 'Blue Mug' })).toMatchObject({
      outcome: 'changed',
    });
    expect(await stored(id)).toMatchObject({
      sku: null,
      description: '',
      asin: 'B01',
      name: 'Blue Mug',
      weight: '2.500',
    });
  });

  test('a required one of a live product is not cleared', async () => {
    const { id } = await factory.aProduct({ seller });
    const { outcome, errors } = await only({ id, msrp_cents: null, photo_1: null, name: null, sku: 'A-1' });
    expect([outcome, errors]).toEqual([
      'refused',
      {
        msrp_cents: ['Price must be greater than $0'],
        photo_1: ['At least one image required'],
        name: ['Required'],
      },
    ]);
    expect(await stored(id)).toMatchObject({ sku: null, version: 1 });
  });

  test.each([
    [{ seller_price_cents: 2_001 }, { seller_price_cents: ['Must be less than or equal to Unit MSRP'] }],
    [{ seller_price_cents: 'five' }, { seller_price_cents: ['Enter a price in whole cents'] }],
    [{ units: -1 }, { units: ['Units must be greater than 0'] }],
    [{ units: 5 }, { units: ['Enter at least the minimum order, 24 units'] }],
    [{ min_order_units: 101 }, { min_order_units: ['Must not exceed available units'] }],
    [{ inner_quantity: 6, inner_count: 4, outer_quantity: 25 }, { outer_quantity: ['Enter 24 (6 × 4)'] }],
    [{ sell_by: 'outer' }, { sell_by: ['Enter the quantity per case first.'] }],
    [{ upc: '123' }, { upc: ['Enter a UPC of 8 to 14 digits'] }],
    [
      { photo_2: 'http://a.example.com/1.jpg', photo_1: 'nothing' },
      { photo_1: ['Enter a photo URL that starts with https://'] },
    ],
    [
      { photo_2: 'uploads/0f0f0f0f-0f0f-0f0f-0f0f-0f0f0f0f0f0f' },
      { photo_2: ['Send photos by address, or one product at a time'] },
    ],
    [{ location_id: 99_999_999 }, { location_id: ['Choose one of your locations'] }],
    [
      { units: 50, units_counted_at: '2020-01-01T00:00:00Z' },
      { units_counted_at: ['Enter a time within the last 30 days'] },
    ],
    [{ units_counted_at: new Date().toISOString() }, { units: ['Send units with units_counted_at'] }],
  ])('and %j breaks a rule, so that nothing of the row is written', async (fields, errors) => {
    const { id } = await factory.aProduct({ seller, min_order_units: 24n });
    expect(await only({ id, name: 'Blue Mug', ...fields })).toMatchObject({ outcome: 'refused', id, errors });
    expect(await stored(id)).toMatchObject({
      units: 100n,
      version: 1,
      name: expect.not.stringContaining('Blue'),
    });
    expect(await client.call(showChanges, { id })).toMatchObject({ body: { changes: [] } });
  });

  test('an optional value that cannot be read is left out and said', async () => {
    const { id } = await factory.aProduct({ seller });
    expect(await only({ id, condition: 'as new', name: 'Blue Mug' })).toMatchObject({
      outcome: 'changed',
      warnings: [{ field: 'condition', value: 'as new', message: 'Choose a condition' }],
    });
    expect(await stored(id)).toMatchObject({ condition: null, name: 'Blue Mug' });
  });

  test('a new product is judged as a row of a file', async () => {
    const above = await only(complete({ seller_price_cents: 2_001 }));
    expect(above).toMatchObject({
      outcome: 'incomplete',
      provisional: true,
      provisional_errors: { seller_price_cents: 'Must be less than or equal to Unit MSRP' },
    });
    expect(await only(complete({ units: 10, min_order_units: 11 }))).toMatchObject({
      outcome: 'new',
      warnings: [{ field: 'min_order_units', value: '11', message: 'Must not exceed available units' }],
    });
    const later = await only({ id: above.id, seller_price_cents: 1_999 });
    expect(later).toMatchObject({
      outcome: 'changed',
      provisional: false,
      provisional_errors: {},
      version: 2,
    });
  });

  test('a UPC that another product has is refused, that of the product itself is not', async () => {
    const [one, other] = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
    const free = nextUpc();
    const { results } = await batch([
      { id: one.id, upc: other.upc },
      { id: other.id, upc: free },
    ]);
    expect(results.map(({ outcome, errors }) => [outcome, errors])).toEqual([
      ['refused', { upc: ['UPC is already taken'] }],
      ['changed', {}],
    ]);
    expect(await only({ id: other.id, upc: free, name: 'Blue' })).toMatchObject({
      outcome: 'changed',
      upc: free,
    });
  });

  test('pictures that the product has are kept by their address', async () => {
    const { id } = await factory.aProduct({
      seller,
      photo_1: '/demo/mug-cream',
      photo_2: 'https://a.example.com/2.jpg',
    });
    const { photo_1, photo_2 } = (await client.call(showProduct, { id })).body;
    expect(await only({ id, photo_1, photo_2 })).toMatchObject({ outcome: 'unchanged' });
    expect(await only({ id, photo_1: photo_2, photo_2: photo_1 })).toMatchObject({ outcome: 'changed' });
    expect(await stored(id)).toMatchObject({
      photo_1: 'https://a.example.com/2.jpg',
      photo_2: '/demo/mug-cream',
    });
  });
});

describe('Units', () => {
  test('are set, with old_units only where none was sold', async () => {
    const { id } = await factory.aProduct({ seller, units: 60n });
    expect(await only({ id, units: 120, old_units: 100 })).toMatchObject({
      outcome: 'conflict',
      errors: { units: ['Stock changed to 60 units. Check the quantity and save again.'] },
      current: { units: 60n },
    });
    expect(await only({ id, units: 120, old_units: 60 })).toMatchObject({ outcome: 'changed' });
    const key = await factory.db('users').where({ seller_id: seller.seller_id, status: 'key' }).first('id');
    expect((await ledgerOf(id)).at(-1)).toEqual({ units: 60n, reason: 'edit', user_id: key?.id });
  });

  test('counted earlier keep sold what was sold since', async () => {
    const { id } = await factory.aProduct({ seller, units: 100n });
    await sell(id, 5n);
    expect(await only({ id, units: 40, units_counted_at: minutesAgo(10) })).toMatchObject({
      outcome: 'changed',
    });
    expect(await unitsOf(id)).toBe(35n);
    expect(await only({ id, units: 40, units_counted_at: minutesAgo(5) })).toMatchObject({
      outcome: 'unchanged',
    });
  });

  test('counted earlier than another count change nothing of the row', async () => {
    const { id } = await factory.aProduct({ seller, units: 100n });
    await only({ id, units: 40, units_counted_at: minutesAgo(5) });
    const late = await only({ id, units: 70, units_counted_at: minutesAgo(10), name: 'Blue Mug' });
    expect(late).toMatchObject({
      outcome: 'conflict',
      version: 2,
      errors: { units: ['Stock was set after this count.'] },
      current: { version: 2, units: 40n },
    });
    expect(await stored(id)).toMatchObject({
      units: 40n,
      version: 2,
      name: expect.not.stringContaining('Blue'),
    });
  });

  test('sold beyond the count leave 0, and say how many', async () => {
    const { id } = await factory.aProduct({ seller, units: 100n });
    await sell(id, 8n);
    expect(await only({ id, units: 5, units_counted_at: minutesAgo(1) })).toMatchObject({
      outcome: 'changed',
      warnings: [{ field: 'units', value: '', message: '3 more were sold since the count' }],
    });
    expect(await unitsOf(id)).toBe(0n);
  });

  test('counted before the product was made are taken', async () => {
    const { id, units } = await factory.aProduct({ seller });
    expect(units).toBe(100n);
    const made = await only(complete());
    for (const one of [id, made.id])
      expect(await only({ id: one, units: 7, units_counted_at: minutesAgo(60 * 24) })).toMatchObject({
        outcome: 'changed',
      });
  });

  test('of 0 are sold out, whatever the minimum; a new product needs some', async () => {
    const { id } = await factory.aProduct({ seller, min_order_units: 24n });
    expect(await only({ id, units: 0 })).toMatchObject({ outcome: 'changed', errors: {} });
    expect(await unitsOf(id)).toBe(0n);
    await only({ id, units: 30 });
    const units_counted_at = new Date(Date.now() + 1_000).toISOString();
    expect(await only({ id, units: 0, units_counted_at })).toMatchObject({ outcome: 'changed' });
    expect(await unitsOf(id)).toBe(0n);
    expect(await only(complete({ units: 0 }))).toMatchObject({
      outcome: 'incomplete',
      provisional_errors: { units: 'Units must be greater than 0' },
    });
  });

  test('move by a delta once for each Idempotency-Key', async () => {
    const { id } = await factory.aProduct({ seller, units: 4n });
    expect(await only({ id, units_delta: 6 }, 'delta-1')).toMatchObject({ outcome: 'changed', version: 2 });
    expect(await only({ id, units_delta: 6 }, 'delta-1')).toMatchObject({ outcome: 'changed', version: 2 });
    expect(await unitsOf(id)).toBe(10n);
    await only({ id, units_delta: -6 }, 'delta-2');
    expect(await only({ id, units_delta: -5 }, 'delta-3')).toMatchObject({
      outcome: 'refused',
      errors: { units_delta: ['Only 4 in stock'] },
    });
    expect(await unitsOf(id)).toBe(4n);
    expect((await ledgerOf(id)).map(({ units }) => units)).toEqual([4n, 6n, -6n]);
  });

  test('and a delta are not both taken', async () => {
    const { id } = await factory.aProduct({ seller });
    expect(await only({ id, units: 5, units_delta: 5 }, 'both')).toMatchObject({
      outcome: 'refused',
      errors: { units_delta: ['Send units or units_delta, not both'] },
    });
  });

  test('keep all their digits', async () => {
    const { id } = await factory.aProduct({ seller });
    await client.send('PUT', '/products/batch', {
      body: `{"products":[{"id":${id},"units":8999999999999999999}]}`,
      headers: { 'Content-Type': 'application/json' },
    });
    expect(await unitsOf(id)).toBe(8_999_999_999_999_999_999n);
  });
});

describe('A row may delete', () => {
  test('a product that no offer or order has', async () => {
    const { id, upc } = await factory.aProduct({ seller });
    expect(await only({ upc, deleted: true })).toMatchObject({ outcome: 'changed', id });
    expect((await stored(id))?.deleted_at).toBeInstanceOf(Date);
    expect(await only({ id, deleted: true })).toMatchObject({ outcome: 'unchanged', id });
    expect(await only({ upc, deleted: true })).toMatchObject({ outcome: 'unchanged', id: null });
    expect(await only({ id, name: 'Back' })).toMatchObject({ outcome: 'refused' });
  });

  test('not one that is in use', async () => {
    const product = await factory.aProduct({ seller });
    await factory.anOffer({ seller, state: 'seller_review', lines: [{ product }] });
    expect(await only({ id: product.id, deleted: true })).toMatchObject({
      outcome: 'refused',
      errors: { deleted: ["This product is in an open offer or order, so it can't be deleted"] },
    });
    expect((await stored(product.id))?.deleted_at).toBeNull();
  });
});

describe('The history', () => {
  test('says what the batch changed, by the key', async () => {
    const { id } = await factory.aProduct({ seller, units: 100n, sku: 'A-1' });
    await only({ id, units: 40, seller_price_cents: 475, sku: null });
    const { changes } = (await client.call(showChanges, { id })).body;
    expect(changes).toMatchObject([
      {
        source: 'batch',
        by: { name: 'ERP sync', kind: 'key' },
        fields: [
          { field: 'units', from: 100n, to: 40n },
          { field: 'seller_price_cents', from: 1_000, to: 475 },
          { field: 'sku', from: 'A-1', to: null },
        ],
      },
    ]);
  });
});

describe('Programs of the seller', () => {
  test('hear of each transaction’s changes as one event', async () => {
    const [one, other] = [await factory.aProduct({ seller }), await factory.aProduct({ seller })];
    const { next } = (await client.request('GET', '/events?after=now')).body as { next: string };
    await batch([
      { id: one.id, units: 5 },
      { id: other.id, units: 6 },
      { id: other.id + 999, units: 7 },
    ]);
    await batch([{ id: one.id, units: 5 }]);
    const { events } = (await client.request('GET', `/events?after=${next}`)).body as {
      events: { type: string; data: object }[];
    };
    expect(events).toMatchObject([{ type: 'product.changed', data: { count: 2, ids: [one.id, other.id] } }]);
  });
});

describe('What is no batch is refused whole', () => {
  const refusalOf = async (body: unknown, headers = {}) => {
    const { status, body: answer } = await client.request('PUT', '/products/batch', {
      body: body as object,
      headers,
    });
    return [status, (answer as { code: string }).code, (answer as { errors: string[] }).errors];
  };

  test('without rows', async () => {
    for (const body of [{ products: [] }, {}, { products: 'all' }, { products: null }])
      expect(await refusalOf(body)).toEqual([422, 'invalid', ['Send at least one product.']]);
  });

  test('with more than 1,000', async () => {
    const products = Array.from({ length: 1_001 }, () => ({ id: 1 }));
    expect(await refusalOf({ products })).toEqual([
      422,
      'batch_too_large',
      ['Send at most 1,000 products at a time.'],
    ]);
  });

  test('with a delta and without an Idempotency-Key', async () => {
    expect(await refusalOf({ products: [{ id: 1, units_delta: 1 }] })).toEqual([
      422,
      'idempotency_key_needed',
      ['Send an Idempotency-Key with units_delta.'],
    ]);
  });

  test('but a body of almost 2 MB is taken', async () => {
    const products = Array.from({ length: 950 }, () => complete({ description: 'm'.repeat(1_900) }));
    expect((await batch(products)).counts).toMatchObject({ new: 950 });
    const larger = { products: products.map((product) => ({ ...product, description: 'm'.repeat(2_200) })) };
    expect((await client.request('PUT', '/products/batch', { body: larger })).status).toBe(413);
  });
});

test('Values that no field takes harm neither the batch nor other rows', async () => {
  const { id } = await factory.aProduct({ seller });
  const hostile = [
    { sku: 'A\u0000', units: 1 },
    { upc: '1234\u00005678', units: 1 },
    { upc: { length: 9 }, units: 1 },
    { upc: '9'.repeat(100_000), units: 1 },
    { sku: ['A-1'], units: { toString: 1 } },
    { id: 1e300, units: 1 },
    { id: '1; drop table products', units: 1 },
    { upc: nextUpc(), name: 'x'.repeat(300) },
    { upc: nextUpc(), name: '\u202e\u0000', units: 1e40, units_counted_at: {} },
    { upc: nextUpc(), units_delta: 1e30, version: 'x', deleted: 'perhaps', constructor: 1 },
    { ['__proto__']: { id }, units: 1 },
    [[[[]]]],
    null,
    7,
  ] as object[];
  const { counts, results } = await batch([...hostile, { id, units: 8 }], 'hostile');
  expect(counts).toMatchObject({ refused: hostile.length, changed: 1 });
  for (const { outcome, errors } of results.slice(0, -1))
    expect([outcome, Object.keys(errors).length > 0]).toEqual(['refused', true]);
  expect(await unitsOf(id)).toBe(8n);
});

describe('Under an Idempotency-Key', () => {
  test('the same batch is done once and answered alike', async () => {
    const { id } = await factory.aProduct({ seller, units: 10n });
    const rows = [complete(), { id, units_delta: 5 }];
    const first = await batch(rows, 'once');
    expect(await batch(rows, 'once')).toEqual(first);
    expect(await unitsOf(id)).toBe(15n);
  });

  test('what was answered keeps the answer alone; without room for it, a repeat is told that it was done', async () => {
    const { id } = await factory.aProduct({ seller, units: 10n });
    const rows = [{ id, units_delta: 5 }];
    const first = await batch(rows, 'room');
    const stored = () =>
      factory.db('idempotency_keys').whereIn('key', ['room', 'no-room']).select('progress');
    expect(await stored()).toEqual([{ progress: 'ended' }]);
    const room = { key: `kept-answers:seller ${seller.seller_id}` };
    expect(await factory.db('rate_limits').where(room).update({ points: 49_999_999 })).toBe(1);
    expect(await batch(rows, 'room')).toEqual(first);
    await batch(rows, 'no-room');
    const again = await client.request('PUT', '/products/batch', {
      body: { products: rows },
      headers: { 'Idempotency-Key': 'no-room' },
    });
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([204, 'recovered']);
    expect(await unitsOf(id)).toBe(20n);
    expect(await stored()).toEqual([{ progress: 'ended' }, { progress: 'ended' }]);
    await factory.db('rate_limits').where(room).delete();
  });

  test('a repeat after a cut goes on after the last chunk, and answers every row', async () => {
    const products = [];
    for (let index = 0; index < 250; index++) products.push(await factory.aProduct({ seller, units: 10n }));
    const rows = [...products.map(({ id }) => ({ id, units_delta: 1 })), { sku: 'nothing', units_delta: 1 }];
    const mend = await cutAt(products[150]?.id ?? 0);
    const cut = await client.request('PUT', '/products/batch', {
      body: { products: rows },
      headers: { 'Idempotency-Key': 'cut' },
    });
    expect(cut.status).toBe(500);
    await mend();
    const half = await factory
      .db('products')
      .whereIn(
        'id',
        products.map(({ id }) => id),
      )
      .where({ units: 11n });
    expect(half).toHaveLength(100);
    const { counts, results } = await batch(rows, 'cut');
    expect(counts).toMatchObject({ changed: 250, refused: 1 });
    expect(results.map(({ index }) => index)).toEqual(rows.map((_row, index) => index));
    const units = await factory
      .db('products')
      .whereIn(
        'id',
        products.map(({ id }) => id),
      )
      .distinct('units');
    expect(units).toEqual([{ units: 11n }]);
  });
});

/** Fails the transaction that writes this product, as a killed process would. Returns what ends that. */
async function cutAt(id: number) {
  await factory.db.raw(`create function cut() returns trigger language plpgsql as $$ begin raise 'cut'; end $$;
    create trigger cut before update on products for each row when (new.id = ${id}) execute function cut()`);
  return () => factory.db.raw('drop trigger cut on products; drop function cut');
}

describe('Who may', () => {
  test('is a seller’s key or member with products:write', async () => {
    const send = async (as: Client) => (await as.call(writeProducts, {}, { products: [complete()] })).status;
    expect(await send((await factory.aKey(seller, { capabilities: ['products:read'] })).client)).toBe(403);
    expect(await send(await factory.as(await factory.aMember(seller, 'warehouse')))).toBe(403);
    expect(await send(await factory.as(await factory.aBuyer()))).toBe(403);
    expect(await send(await factory.as(null))).toBe(401);
    expect(await send(await factory.as(seller))).toBe(200);
  });
});

test('Two batches at once over the same products, in opposite order, both end', async () => {
  const products = [];
  for (let index = 0; index < 120; index++) products.push(await factory.aProduct({ seller, units: 10n }));
  const rows = products.map(({ id }) => ({ id, units_delta: 1 }));
  const answers = await Promise.all([batch(rows, 'forth'), batch(rows.toReversed(), 'back')]);
  expect(answers.map(({ counts }) => counts.changed)).toEqual([120, 120]);
  const units = await factory
    .db('products')
    .whereIn(
      'id',
      products.map(({ id }) => id),
    )
    .distinct('units');
  expect(units).toEqual([{ units: 12n }]);
});

test('A new product of two batches at once is made once, and found by the other', async () => {
  const rows = Array.from({ length: 30 }, () => complete());
  const [one, other] = await Promise.all([batch(rows), batch(rows.toReversed())]);
  expect([...one.results, ...other.results].filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  const made = await factory
    .db('products')
    .whereIn(
      'upc',
      rows.map(({ upc }) => upc),
    )
    .where({ seller_id: seller.seller_id });
  expect(made).toHaveLength(30);
});

test('A form’s edit and a batch agree on the version', async () => {
  const { id } = await factory.aProduct({ seller });
  await only({ id, name: 'Blue Mug' });
  expect((await client.call(updateProduct, { id }, { product: { name: 'Red', version: 1 } })).status).toBe(
    409,
  );
  expect(
    (await client.call(updateProduct, { id }, { product: { name: 'Red', version: 2 } })).body.version,
  ).toBe(3);
});
