import type { Seller } from '../../server/accounts/policy';
import { TOO_MANY_UNITS } from '../../server/contract/fields';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const NEARLY = 8_999_999_999_999_999_999n;

const factory = new Factory(useTestApp());
let seller: Seller;
let client: Client;
beforeAll(async () => {
  seller = await factory.aSeller();
  client = await factory.as(seller);
});

let upc = 400_000_000_000;
const create = (more: object) =>
  client.request('POST', '/products', {
    body: {
      product: {
        name: 'Pins by the ship',
        upc: String(upc++),
        photo_1: 'https://pictures.example.com/pin.jpg',
        msrp_cents: 2,
        wholesale_cents: 1,
        seller_price_cents: 1,
        ...more,
      },
    },
  });

test('8,999,999,999,999,999,999 units stay what they are, from the form to the page, the search and the cart', async () => {
  const digits = String(NEARLY);
  const made = await create({ units: NEARLY, min_order_units: NEARLY });
  expect(made.status).toBe(201);
  expect(made.text).toContain(`"units":${digits}`);
  expect(made.text).toContain(`"min_order_units":${digits}`);
  const { id } = made.body as { id: number };
  expect((await factory.db('products').where({ id }).first('units', 'min_order_units'))?.units).toBe(NEARLY);

  const buyer = await factory.as(await factory.aBuyer());
  const detail = await buyer.request('GET', `/marketplace/products/${id}`);
  expect(detail.text).toContain(`"units":${digits}`);
  const found = await buyer.request('POST', '/marketplace/products/search', {
    body: { search: { name: 'pins' } },
  });
  expect(found.text).toContain(`"units":${digits}`);
  const page = await buyer.request('GET', `/all_products/${seller.seller_id}/${id}`, {
    headers: { Accept: 'text/html' },
  });
  expect(page.text).toContain('8,999,999,999,999,999,999');

  const offer = {
    seller_user_id: seller.id,
    offer_products_attributes: [{ product_id: id, quantity: NEARLY, unit_price: 1 }],
  };
  const added = await buyer.request('POST', '/offers', { body: { offer } });
  expect(added.status).toBe(422);
  expect(added.body).toMatchObject({ errors: ['Lower the quantity or the price: the total is too large'] });
  expect(await factory.db('offers')).toEqual([]);
});

test('9,000,000,000,000,000,000 units are the most', async () => {
  const made = await create({ units: 9_000_000_000_000_000_000n });
  expect(made.status).toBe(201);
  expect(made.text).toContain('"units":9000000000000000000');
  for (const units of ['9000000000000000001', '9223372036854775808', '1'.repeat(40)]) {
    const refused = await create({ units });
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.body as { field_errors: object }).field_errors)).toEqual(['units']);
  }
  const most = await create({ units: 9_000_000_000_000_000_001n });
  expect(most.body).toMatchObject({ errors: [TOO_MANY_UNITS], field_errors: { units: [TOO_MANY_UNITS] } });
});

test('a total of exactly 2^53 - 1 cents is a total, one cent more is a 422', async () => {
  const product = await factory.aProduct({ seller, units: NEARLY, seller_price_cents: 1 as never });
  const other = await factory.aProduct({ seller, units: 10n, seller_price_cents: 1 as never });
  const buyer = await factory.as(await factory.aBuyer());
  const line = (product_id: number, quantity: bigint) => ({ product_id, quantity, unit_price: 1 });
  const add = (...lines: object[]) =>
    buyer.request('POST', '/offers', {
      body: { offer: { seller_user_id: seller.id, offer_products_attributes: lines } },
    });
  const most = await add(line(product.id, 9_007_199_254_740_991n));
  expect(most.status).toBe(201);
  expect(most.text).toContain('"total_cents":9007199254740991');
  const { id } = (most.body as { data: { id: string } }).data;
  const refusals = [await add(line(product.id, 9_007_199_254_740_992n)), await add(line(other.id, 1n))];
  for (const { status, body } of refusals)
    expect([status, body]).toEqual([
      422,
      { errors: ['Lower the quantity or the price: the total is too large'], code: 'invalid' },
    ]);
  expect((await buyer.request('GET', '/offers')).status).toBe(200);
  const submitted = await buyer.request('PUT', `/offers/${id}/submit`);
  expect([submitted.status, submitted.body]).toMatchObject([
    422,
    { errors: [expect.stringContaining('$999,999.99')], code: 'invalid' },
  ]);
});
