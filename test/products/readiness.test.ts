import type { Address } from '../../server/addresses/contract';
import type { Product, SellerProducts } from '../../server/products/contract';
import { readinessOf } from '../../server/products/readiness';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

type Facts = Parameters<typeof readinessOf>[0];

const NOTHING: Facts = {
  photos: 0,
  description: '',
  condition: null,
  ship_from_state: null,
  units: null,
  length: null,
  width: null,
  height: null,
  weight: null,
  category: 'other category',
  min_order_units: null,
  sell_by: 'unit',
};

const EVERYTHING: Facts = {
  photos: 3,
  description: 'x'.repeat(200),
  condition: 'new',
  ship_from_state: 'OH',
  units: 0n,
  length: 1,
  width: 1,
  height: 1,
  weight: 1,
  category: 'home',
  min_order_units: 1n,
  sell_by: 'unit',
};

test('nothing is 0, everything 100, and what is missing names the rest', () => {
  expect(readinessOf(NOTHING)).toMatchObject({ score: 0 });
  expect(readinessOf(EVERYTHING)).toEqual({ score: 100, missing: [] });
  const { missing } = readinessOf(NOTHING);
  expect(missing.reduce((sum, { points }) => sum + points, 0)).toBe(100);
  expect(missing.map(({ points }) => points)).toEqual([20, 15, 15, 15, 10, 10, 10, 5]);
});

test.each<[string, Partial<Facts>, number]>([
  ['one photo', { photos: 1 }, 10],
  ['two photos', { photos: 2 }, 10],
  ['three photos', { photos: 3 }, 20],
  ['five photos', { photos: 5 }, 20],
  ['199 characters', { description: 'x'.repeat(199) }, 0],
  ['200 characters', { description: 'x'.repeat(200) }, 15],
  ['200 characters of which tags are some', { description: `<p><strong>${'x'.repeat(180)}</strong></p>` }, 0],
  ['a condition', { condition: 'mixed' }, 15],
  ['a ship-from state', { ship_from_state: 'TX' }, 10],
  ['units', { units: 0n }, 10],
  ['three sizes without weight', { length: 1, width: 1, height: 1 }, 0],
  ['sizes and weight', { length: 1, width: 1, height: 1, weight: 1 }, 15],
  ['a category', { category: 'pet' }, 5],
  ['a minimum', { min_order_units: 0n }, 10],
  ['a case', { sell_by: 'inner' }, 10],
])('%s', (_name, facts, score) => {
  expect(readinessOf({ ...NOTHING, ...facts }).score).toBe(score);
});

describe('the calls', () => {
  const app = useTestApp();
  let factory: Factory;
  beforeAll(() => {
    factory = new Factory(app);
  });

  test('show it to the owner and staff alone, the same in the product and in the list', async () => {
    const seller = await factory.aSeller();
    const { id } = await factory.aProduct({ seller });
    const read = async (person: Parameters<Factory['as']>[0]) =>
      (await (await factory.as(person)).request('GET', `/marketplace/products/${id}`)).body as Product;
    const own = await read(seller);
    expect(own.readiness).toMatchObject({ score: 20 });
    expect(await read(await factory.staff())).toMatchObject({ readiness: own.readiness });
    expect(await read(await factory.aBuyer())).not.toHaveProperty('readiness');
    expect(await read(null)).not.toHaveProperty('readiness');

    const path = `/marketplace/products/for_seller/${seller.seller_id}`;
    const list = await (await factory.as(seller)).request('GET', path);
    expect((list.body as SellerProducts).products[0]).toMatchObject({ readiness: own.readiness });
    const foreign = await (await factory.as(await factory.aBuyer())).request('GET', path);
    expect((foreign.body as SellerProducts).products[0]).not.toHaveProperty('readiness');
  });

  test('many products at once get a location and a case, where they can', async () => {
    const seller = await factory.aSeller();
    const [packed, loose] = [
      await factory.aProduct({ seller, outer_quantity: 24n }),
      await factory.aProduct({ seller }),
    ];
    const client = await factory.as(seller);
    const change = (wanted: object) =>
      client.request('POST', '/products/bulk', { body: { ids: [packed.id, loose.id], change: wanted } });
    expect((await change({ sell_by: 'outer' })).body).toMatchObject({
      changed: 1,
      refused: [{ id: loose.id, message: 'Enter the quantity per case first.' }],
    });
    expect((await change({ sell_by: 'pallet' })).status).toBe(422);

    const address = {
      company: 'Warehouse',
      line1: '418 Maple St',
      city: 'Dayton',
      region: 'OH',
      postal_code: '45402',
      country: 'US',
      phone: '(937) 555-0123',
    };
    const made = await client.request('POST', '/marketplace/addresses', { body: { address } });
    const location_id = (made.body as Address).id;
    expect((await change({ location_id })).body).toMatchObject({ changed: 2 });
    expect((await change({ location_id })).body).toMatchObject({ changed: 0, unchanged: 2 });
    const other = await factory.as(await factory.aSeller());
    const stolen = await other.request('POST', '/products/bulk', {
      body: { ids: [packed.id], change: { location_id } },
    });
    expect(stolen.status).toBe(422);
  });
});
