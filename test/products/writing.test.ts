import {
  checkUpc,
  createProduct,
  deleteProduct,
  type Product,
  showProduct,
  updateProduct,
} from '../../server/products/contract';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());

let upc = 40_000_000;
const nextUpc = () => String(++upc);

const complete = () => ({
  name: 'Blue Mug',
  upc: nextUpc(),
  photo_1: 'https://pictures.example.com/mug.jpg',
  msrp_cents: 2_000,
  wholesale_cents: 900,
  seller_price_cents: 500,
  units: 100n,
});

async function aSellerAtWork() {
  const seller = await factory.aSeller();
  return { seller, client: await factory.as(seller) };
}

const create = async (client: Client, product: object) => {
  const answer = await client.call(createProduct, {}, { product });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
};

const save = (client: Client, { id }: Pick<Product, 'id'>, product: object) =>
  client.call(updateProduct, { id }, { product });

const faults = (answer: { body: unknown }) =>
  (answer.body as { field_errors: Record<string, string[]> }).field_errors;

const isListed = async (id: number) =>
  (await (await factory.as(null)).call(showProduct, { id })).status === 200;

describe('A product is written step by step', () => {
  test('and is published by the step that makes it complete', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, { name: ' Blue Mug ', upc: nextUpc() });
    expect(product).toMatchObject({ name: 'Blue Mug', provisional: true, category: 'other category' });
    expect(
      (await save(client, product, { photo_1: 'https://a.example.com/1.jpg', category: 'Toy' })).body,
    ).toMatchObject({ provisional: true, category: 'toys', images: ['https://a.example.com/1.jpg'] });
    expect(await isListed(product.id)).toBe(false);
    const priced = await save(client, product, {
      msrp_cents: 2_000,
      wholesale_cents: 900,
      seller_price_cents: 495,
    });
    expect(priced.body).toMatchObject({ provisional: false, units: null, percent_off_msrp: 75 });
    expect(await isListed(product.id)).toBe(true);
  });

  test('or lists at once where nothing is missing', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, complete());
    expect(product).toMatchObject({
      provisional: false,
      units: 100n,
      can_delete: true,
      wholesale_cents: 900,
    });
    expect(await isListed(product.id)).toBe(true);
  });

  test('but is not listed before the seller’s profile is complete', async () => {
    const seller = await factory.aSeller({ logo: null });
    const product = await create(await factory.as(seller), complete());
    expect(product.provisional).toBe(false);
    expect(await isListed(product.id)).toBe(false);
  });

  test('and an imported one waits for what the import missed', async () => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({
      seller,
      units: null,
      provisional: true,
      provisional_errors: { units: 'Required' },
    });
    expect((await save(client, product, { sku: 'A-1' })).body).toMatchObject({ provisional: true });
    const given = await save(client, product, { units: '12' });
    expect(given.body).toMatchObject({ provisional: false, provisional_errors: {}, units: 12n });
  });

  test('with a description that is text, not a page', async () => {
    const { client } = await aSellerAtWork();
    const description =
      '<h1>Mug</h1><p onclick="x()">A <b>mug</b><script>alert(1)</script><img src=x onerror=alert(1)></p><a href="javascript:alert(1)">x</a>';
    const product = await create(client, { ...complete(), description });
    expect(product.description).toBe(
      '<h3>Mug</h3><p>A <b>mug</b></p><a rel="nofollow noopener noreferrer" target="_blank">x</a>',
    );
  });

  test('and takes nothing from a body that is not its seller’s to say', async () => {
    const { client, seller } = await aSellerAtWork();
    const product = await create(client, {
      name: 'Mug',
      upc: nextUpc(),
      provisional: false,
      seller_id: 1,
      id: 7,
      percent_off_msrp: 99,
      deleted_at: null,
    });
    expect(product).toMatchObject({ provisional: true, seller_id: seller.seller_id, percent_off_msrp: null });
    expect(product.id).not.toBe(7);
  });
});

describe('Units', () => {
  test('are kept to the last digit', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, { ...complete(), units: 8_999_999_999_999_999_999n });
    const answer = await client.request('GET', `/marketplace/products/${product.id}`);
    expect(answer.text).toContain('"units":8999999999999999999,');
    const most = await save(client, product, { units: '9,000,000,000,000,000,000' });
    expect(most.body.units).toBe(9_000_000_000_000_000_000n);
  });

  test('past the most there can be are refused', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, complete());
    const answer = await save(client, product, { units: 9_000_000_000_000_000_001n });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual({ units: ['Must be no more than 9,000,000,000,000,000,000 units'] });
  });

  test('that were sold meanwhile are not put back by a form that does not know', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, complete());
    await factory.db('products').where({ id: product.id }).update({ units: 60n });
    const stale = await save(client, product, { units: 120, old_units: 100 });
    expect([stale.status, stale.body]).toEqual([
      409,
      { error: 'Stock changed to 60 units. Check the quantity and save again.', code: 'conflict' },
    ]);
    expect((await save(client, product, { units: 80, old_units: 60 })).body).toMatchObject({ units: 80n });
  });

  test('leave their trace in the ledger', async () => {
    const { client } = await aSellerAtWork();
    const { id } = await create(client, complete());
    await save(client, { id }, { units: 40 });
    const ledger = await factory
      .db('stock_movements')
      .where({ product_id: id })
      .orderBy('id')
      .select('units', 'reason');
    expect(ledger).toEqual([
      { units: 100n, reason: 'initial' },
      { units: -60n, reason: 'edit' },
    ]);
  });
});

describe('What a step refuses, in the words of the form', () => {
  const cases: [string, object, Record<string, string>][] = [
    ['no name', { name: ' ' }, { name: 'Required' }],
    ['no UPC', { upc: '' }, { upc: 'Required' }],
    ['a UPC of letters', { upc: 'ABC12345' }, { upc: 'Enter a UPC of 8 to 14 digits' }],
    ['a UPC that is too short', { upc: '1234567' }, { upc: 'Enter a UPC of 8 to 14 digits' }],
    ['no first photo', { photo_1: null }, { photo_1: 'At least one image required' }],
    [
      'a photo on a page for people',
      { photo_1: 'https://www.dropbox.com/mug.jpg' },
      { photo_1: 'Photo URL cannot link to drive.google.com, dropbox.com, imgur.com, or ibb.co' },
    ],
    [
      'a photo on such a page in capitals, with a port and a dot',
      { photo_2: 'https://I.IMGUR.com.:443/mug.jpg' },
      { photo_2: 'Photo URL cannot link to drive.google.com, dropbox.com, imgur.com, or ibb.co' },
    ],
    [
      'a photo without a safe address',
      { photo_1: 'http://a.example.com/1.jpg' },
      { photo_1: 'Enter a photo URL that starts with https://' },
    ],
    [
      'a photo whose host hides behind a name',
      { photo_1: 'https://a.example.com@imgur.com/1.jpg' },
      { photo_1: 'Enter a photo URL that starts with https://' },
    ],
    [
      'a script as a photo',
      { photo_1: 'javascript:alert(1)' },
      { photo_1: 'Enter a photo URL that starts with https://' },
    ],
    ['no price', { msrp_cents: '' }, { msrp_cents: 'Price must be greater than $0' }],
    ['a price of nothing', { wholesale_cents: 0 }, { wholesale_cents: 'Price must be greater than $0' }],
    ['a negative price', { wholesale_cents: -5 }, { wholesale_cents: 'Price must be greater than $0' }],
    [
      'an asking price above the stored MSRP',
      { seller_price_cents: 2_001 },
      { seller_price_cents: 'Must be less than or equal to Unit MSRP' },
    ],
    [
      'an MSRP below the stored asking price',
      { msrp_cents: 499 },
      { seller_price_cents: 'Must be less than or equal to Unit MSRP' },
    ],
    ['no units', { units: null }, { units: 'Units must be greater than 0' }],
    ['zero units', { units: 0 }, { units: 'Units must be greater than 0' }],
    ['units that are no number', { units: 'many' }, { units: 'Enter a whole number' }],
    ['a negative minimum', { min_order_units: -1 }, { min_order_units: 'Must be 0 or greater' }],
    [
      'a minimum above the stored units',
      { min_order_units: 101 },
      { min_order_units: 'Must not exceed available units' },
    ],
    [
      'a minimum above the units beside it',
      { units: 5, min_order_units: 6 },
      { min_order_units: 'Must not exceed available units' },
    ],
    [
      'a carton that its inners do not make',
      { inner_quantity: 3, inner_count: 4, outer_quantity: 99 },
      { outer_quantity: 'Enter 12 (3 × 4)' },
    ],
    [
      'a large carton that is off by one',
      {
        inner_quantity: 3_000_000_001n,
        inner_count: 2_000_000_001n,
        outer_quantity: 6_000_000_005_000_000_002n,
      },
      { outer_quantity: 'Enter 6,000,000,005,000,000,001 (3,000,000,001 × 2,000,000,001)' },
    ],
    [
      'a weight of more than one decimal',
      { weight: 1.234 },
      { weight: 'Enter a weight with at most one decimal, like 1.5' },
    ],
    ['a length of nothing', { length: 0 }, { length: 'Must be a positive number' }],
    ['a weight that is no number', { weight: 'heavy' }, { weight: 'Must be a positive number' }],
    ['inners of nothing', { inner_count: 0 }, { inner_count: 'Must be a positive number' }],
    ['half an inner', { inner_quantity: 1.5 }, { inner_quantity: 'Enter a whole number' }],
    ['an unknown category', { category: 'Cars' }, { category: 'Choose a category' }],
    [
      'a month that is none',
      { expiration_date: '13/2026' },
      { expiration_date: 'Enter a month and year as MM/YYYY' },
    ],
  ];

  test.each(cases)('%s', async (_name, step, expected) => {
    const { client } = await aSellerAtWork();
    const product = await create(client, complete());
    const before = await factory.db('products').where({ id: product.id }).first();
    const answer = await save(client, product, step);
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, text]) => [field, [text]])),
    );
    expect(await factory.db('products').where({ id: product.id }).first()).toEqual(before);
  });

  test('units below the stored minimum', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, { ...complete(), min_order_units: 5 });
    const answer = await save(client, product, { units: 3 });
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual({ min_order_units: ['Must not exceed available units'] });
    const saved = await save(client, product, { units: 3, min_order_units: 3 });
    expect(saved.body).toMatchObject({ units: 3n, min_order_units: 3n });
    expect((await save(client, product, { units: 2, min_order_units: '' })).status).toBe(200);
  });

  test('units below a minimum that another tab saves at the same time', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, complete());
    const answers = await Promise.all([
      save(client, product, { units: 3 }),
      save(client, product, { min_order_units: 5 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const stored = await factory.db('products').where({ id: product.id }).first();
    expect(stored?.min_order_units ?? 0n).toBeLessThanOrEqual(stored?.units ?? 0n);
  });

  test.each([
    [{ outer_quantity: 99 }, 'Enter 12 (3 × 4)'],
    [{ inner_count: 5 }, 'Enter 15 (3 × 5)'],
  ])('a stored carton that %o would break', async (step, message) => {
    const { client } = await aSellerAtWork();
    const product = await create(client, {
      ...complete(),
      inner_quantity: 3,
      inner_count: 4,
      outer_quantity: 12,
    });
    const answer = await save(client, product, step);
    expect([answer.status, faults(answer)]).toEqual([422, { outer_quantity: [message] }]);
    const cleared = await save(client, product, { ...step, inner_count: 5, outer_quantity: null });
    expect(cleared.body).toMatchObject({ inner_count: 5n, outer_quantity: null });
  });

  test('a product that was stored before these rules can still be renamed', async () => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({
      seller,
      units: 3n,
      min_order_units: 5n,
      inner_quantity: 3n,
      inner_count: 4n,
      outer_quantity: 99n,
      weight: '1.234',
    });
    const saved = await save(client, product, { name: 'Green Mug', length: 4 });
    expect(saved.body).toMatchObject({ name: 'Green Mug', units: 3n, min_order_units: 5n });
  });

  test('sales take the units below the minimum', async () => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({ seller, units: 10n, min_order_units: 8n });
    await factory.anOrder({ seller, lines: [{ product, quantity: 9n }] });
    expect((await save(client, product, { name: 'Last Mug' })).body).toMatchObject({
      units: 1n,
      min_order_units: 8n,
    });
  });
});

describe('UPCs', () => {
  test('are unique per seller; the first one wins', async () => {
    const { client } = await aSellerAtWork();
    const taken = nextUpc();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => client.call(createProduct, {}, { product: { ...complete(), upc: taken } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused && faults(refused)).toEqual({ upc: ['UPC is already taken'] });
    const other = await aSellerAtWork();
    await create(other.client, { ...complete(), upc: taken });
  });

  test('keep their leading zeros, and can be looked up', async () => {
    const { client } = await aSellerAtWork();
    const product = await create(client, { ...complete(), upc: '000012345678' });
    expect(product.upc).toBe('000012345678');
    const available = async (query: object) =>
      (await client.call(checkUpc, {}, undefined, query)).body.available;
    expect(await available({ upc: '000012345678' })).toBe(false);
    expect(await available({ upc: '12345678' })).toBe(true);
    expect(await available({ upc: '000012345678', id: product.id })).toBe(true);
    await client.call(deleteProduct, { id: product.id });
    expect(await available({ upc: '000012345678' })).toBe(true);
    await create(client, { ...complete(), upc: '000012345678' });
  });
});

describe('Deleting', () => {
  test('hides the product from all viewers', async () => {
    const { client } = await aSellerAtWork();
    const { id } = await create(client, complete());
    expect((await client.call(deleteProduct, { id })).status).toBe(204);
    expect((await client.call(deleteProduct, { id })).status).toBe(404);
    expect((await client.call(showProduct, { id })).status).toBe(404);
    expect((await save(client, { id }, { name: 'Again' })).status).toBe(404);
  });

  test.each([
    ['seller_review', false],
    ['buyer_review', false],
    ['accepted', false],
    ['draft', true],
    ['saved_for_later', true],
    ['rejected', true],
  ] as const)('with an offer in %s: can_delete is %s', async (state, allowed) => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({ seller });
    await factory.anOffer({ seller, state, lines: [{ product }] });
    expect((await client.call(showProduct, { id: product.id })).body.can_delete).toBe(allowed);
    expect((await client.call(deleteProduct, { id: product.id })).status).toBe(allowed ? 204 : 409);
  });

  test.each([
    ['canceled', true],
    ['completed', true],
    ['shipped', false],
    ['paid_in_full', false],
  ] as const)('with an order that is %s: can_delete is %s', async (status, allowed) => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({ seller });
    const order = await factory.anOrder({ seller, lines: [{ product }] });
    await factory.db('purchase_orders').where({ id: order.id }).update({ status });
    expect((await client.call(showProduct, { id: product.id })).body.can_delete).toBe(allowed);
    expect((await client.call(deleteProduct, { id: product.id })).status).toBe(allowed ? 204 : 409);
  });
});

describe('Photos', () => {
  test('are sent back as they were read, in another order', async () => {
    const { seller, client } = await aSellerAtWork();
    const product = await factory.aProduct({ seller, photo_1: '/demo/mug-1', photo_2: '/demo/mug-2' });
    const read = (await client.call(showProduct, { id: product.id })).body;
    const turned = await save(client, product, { photo_1: read.photo_2, photo_2: read.photo_1 });
    expect(turned.status).toBe(200);
    expect(await factory.db('products').where({ id: product.id }).first('photo_1', 'photo_2')).toEqual({
      photo_1: '/demo/mug-2',
      photo_2: '/demo/mug-1',
    });
  });

  test('of other people’s uploads are not taken', async () => {
    const { client } = await aSellerAtWork();
    const answer = await client.call(
      createProduct,
      {},
      {
        product: { ...complete(), photo_1: 'uploads/00000000-0000-4000-8000-000000000000' },
      },
    );
    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual({ photo_1: ['Upload the file again'] });
  });
});
