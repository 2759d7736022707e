import { productsForSeller, similarProducts, updateProduct } from '../../server/products/contract';
import { productPieces } from '../../server/products/form-schema';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp());
let client: Client;
let product: Awaited<ReturnType<Factory['aProduct']>>;

beforeAll(async () => {
  const seller = await factory.aSeller();
  client = await factory.as(seller);
  product = await factory.aProduct({ seller });
});

const stored = () => factory.db('products').where({ id: product.id }).first();

/** What the form says below the field. */
async function refusal(step: object): Promise<Record<string, string[]>> {
  const before = await stored();
  const answer = await client.call(updateProduct, { id: product.id }, { product: step });
  expect([answer.status, await stored()]).toEqual([422, before]);
  return (answer.body as unknown as { field_errors: Record<string, string[]> }).field_errors;
}

describe('A product’s field of another type is refused and named in the error', () => {
  test.each(Object.keys(productPieces))('%s', async (field) => {
    for (const shape of [[], [5], ['apparel'], {}, { toString: 'apparel' }])
      expect(Object.keys(await refusal({ [field]: shape }))).toEqual([field]);
  });

  test.each([
    ['category', 'Choose a category'],
    ['gender', 'Choose a gender'],
    ['packaging_type', 'Choose a packaging type'],
    ['weight_unit', 'Choose lbs or oz'],
  ])('%s is no number either, and no yes or no', async (field, words) => {
    for (const shape of [0, 5, true, false, [], {}])
      expect(await refusal({ [field]: shape })).toEqual({ [field]: [words] });
  });
});

test.each(['length', 'width', 'height', 'weight'])('%s is written in plain decimals', async (field) => {
  for (const notation of [
    '0x10',
    '0b1',
    '0o7',
    '1e3',
    '1E-2',
    'Infinity',
    '-Infinity',
    'NaN',
    '1_000',
    '5 5',
  ])
    expect(await refusal({ [field]: notation })).toEqual({ [field]: ['Must be a positive number'] });
  for (const tiny of [9e-8, '0.00000009', '0.0004', 1.0001])
    expect(await refusal({ [field]: tiny })).toEqual({
      [field]: [
        field === 'weight' ? 'Enter a weight with at most one decimal, like 1.5' : 'Enter at most 3 decimals',
      ],
    });
  for (const [typed, kept] of [
    [' 12.5 ', '12.500'],
    ['.5', '0.500'],
    ['007', '7.000'],
    [16, '16.000'],
  ]) {
    const answer = await client.call(updateProduct, { id: product.id }, { product: { [field]: typed } });
    expect([answer.status, (await stored())?.[field as 'length']]).toEqual([200, kept]);
  }
});

test.each(['units', 'inner_count', 'outer_quantity'])(
  '%s has its commas between thousands',
  async (field) => {
    for (const notation of ['1,5', '1,,200', ',5', '5,', '12,00', '0x10', '1e3'])
      expect(await refusal({ [field]: notation })).toEqual({ [field]: ['Enter a whole number'] });
    const answer = await client.call(updateProduct, { id: product.id }, { product: { [field]: '1,200' } });
    expect([answer.status, (await stored())?.[field as 'units']]).toEqual([200, 1_200n]);
  },
);

test.each(['01/0000', '12/0001', '06/1899', '01/2200', '1/2027', '00/2027'])(
  'nothing expires in %s',
  async (month) => {
    expect(await refusal({ expiration_date: month })).toEqual({
      expiration_date: ['Enter a month and year as MM/YYYY'],
    });
  },
);

describe('Of a text', () => {
  test.each([
    ['\u200b'],
    ['\u0007'],
    ['\u202e\u202c'],
    ['\u2066\u2069'],
    ['\u2060\ufeff\u00ad'],
    ['\u3164 \u2800'],
    ['\u00a0\r\n'],
  ])('what shows nothing is nothing: %o', async (nothing) => {
    expect(await refusal({ name: nothing })).toEqual({ name: ['Required'] });
    const answer = await client.call(updateProduct, { id: product.id }, { product: { sku: nothing } });
    expect([answer.status, (await stored())?.sku]).toEqual([200, null]);
  });

  test.each([
    ['\u202dMug\u202c', 'Mug'],
    ['\u202egum\u202c', 'gum'],
    ['\u2067gum\u2069 \u2066of\u2069 \u2068tea\u2069', 'gum of tea'],
    ['\u206aMug\u206f\ufff9 of\ufffa tea\ufffb', 'Mug of tea'],
    ['ספל\u200e (Mug)\u200f', 'ספל\u200e (Mug)\u200f'],
    ['Blue\u0007 Mug\u007f\u000b', 'Blue Mug'],
    [' Family 👨‍👩‍👧 of mugs ', 'Family 👨‍👩‍👧 of mugs'],
    ['کاپ‌ها', 'کاپ‌ها'],
  ])('what can be seen is kept: %o', async (typed, kept) => {
    const answer = await client.call(updateProduct, { id: product.id }, { product: { name: typed } });
    expect([answer.status, (await stored())?.name]).toEqual([200, kept]);
  });

  test('what PostgreSQL cannot hold is refused', async () => {
    expect(await refusal({ name: 'a\u0000b' })).toEqual({ name: ['Remove unsupported characters'] });
  });
});

test.each([
  [{ page: '0x2' }],
  [{ page: '1e1' }],
  [{ page: [2] }],
  [{ search: { seller_id: '0x1' } }],
  [{ search: { seller_id: [1] } }],
  [{ filters: { msrp: { max: '0x5' } } }],
  [{ filters: { unitsAvailable: { min: [1] } } }],
  [{ filters: { packagingType: 5 } }],
  [{ filters: { packagingType: ['retail_ready'] } }],
  [{ filters: { category: {} } }],
  [{ filters: { category: ['apparel'] } }],
])('a search for %o is refused', async (body) => {
  expect((await client.request('POST', '/marketplace/products/search', { body })).status).toBe(422);
});

test('a value of another type is named in the error, without internals', async () => {
  const answer = await client.request('POST', '/products/bulk', {
    body: { all: { name: '', count: '1' }, change: { units: 5 } },
  });
  expect([answer.status, answer.body]).toEqual([
    422,
    {
      errors: ['Check count'],
      field_errors: { count: ['Check count'] },
      field_codes: { count: [{ code: 'type' }] },
      code: 'invalid',
    },
  ]);
});

describe('An unknown seller', () => {
  test('has no list, while one without a storefront has an empty one', async () => {
    const visitor = await factory.as(null);
    const hidden = await factory.aSeller({ logo: null });
    await factory.aProduct({ seller: hidden });
    for (const who of [visitor, client, await factory.as(await factory.staff())]) {
      expect((await who.call(productsForSeller, { seller_id: 999_999 })).status).toBe(404);
      const similar = await who.call(similarProducts, { seller_id: 999_999 }, undefined, {
        product_id: product.id,
      });
      expect(similar.status).toBe(404);
    }
    const { status, body } = await visitor.call(productsForSeller, { seller_id: hidden.seller_id });
    expect([status, body]).toEqual([200, { products: [], count: 0 }]);
  });
});
