import fc from 'fast-check';
import type { Buyer, Seller } from '../../server/accounts/policy';
import {
  caseFault,
  caseLabel,
  fitsCases,
  fitToCases,
  type Pack,
  smallestQuantity,
  stepByCase,
} from '../../server/contract/case-packs';
import { cents } from '../../server/contract/money';
import { lineErrors } from '../../server/offers/cart/rules';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const pack = fc.record({
  units: fc.option(fc.bigInt(0n, 2_000n), { nil: null }),
  min_order_units: fc.option(fc.bigInt(0n, 300n), { nil: null }),
  order_multiple: fc.bigInt(1n, 144n),
});
const HUGE = 2n ** 63n - 1n;
const hugePack = fc.record({
  units: fc.bigInt(1n, HUGE),
  min_order_units: fc.option(fc.bigInt(0n, HUGE), { nil: null }),
  order_multiple: fc.bigInt(1n, HUGE),
});
const quantity = fc.oneof(fc.bigInt(1n, 2_500n), fc.bigInt(1n, HUGE));
const few = pack.filter(({ units }) => units === null || units > 0n);
const inStock = fc.oneof(few, hugePack);

const allowed = (wanted: bigint, product: Pack) =>
  lineErrors(
    { quantity: wanted, unit_price: cents(100) },
    { ...product, seller_price_cents: cents(100), listed: true },
    String,
  ).quantity === undefined;

describe('Quantities of products sold by the case', () => {
  test('are multiples of the case from the smallest on, or all remaining units', () => {
    fc.assert(
      fc.property(inStock, quantity, (product, wanted) => {
        const { units, min_order_units, order_multiple } = product;
        const isMultiple = wanted % order_multiple === 0n && wanted >= (min_order_units ?? 0n);
        const isPossible = units === null || wanted <= units;
        expect(allowed(wanted, product)).toBe(isPossible && (isMultiple || wanted === units));
      }),
    );
  });

  test('the smallest is the minimum rounded up to full cases, at most all units', () => {
    fc.assert(
      fc.property(few, (product) => {
        const smallest = smallestQuantity(product);
        expect(allowed(smallest, product)).toBe(true);
        for (let fewer = smallest - 1n; fewer > 0n; fewer--) expect(allowed(fewer, product)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('every quantity that an error suggests is accepted', () => {
    fc.assert(
      fc.property(inStock, quantity, (product, wanted) => {
        fc.pre(product.units === null || wanted <= product.units);
        const tries = caseFault(wanted, product)
          ?.split('Try ')[1]
          ?.match(/[\d,]+/g);
        for (const suggested of tries ?? [])
          expect(allowed(BigInt(suggested.replaceAll(',', '')), product)).toBe(true);
      }),
    );
  });

  test('a quantity is fitted to one that is accepted, never above it unless the minimum is', () => {
    fc.assert(
      fc.property(inStock, quantity, (product, wanted) => {
        const fitted = fitToCases(wanted, product);
        expect(allowed(fitted, product)).toBe(true);
        if (fitted > wanted) expect(fitted).toBe(smallestQuantity(product));
        expect(fitToCases(fitted, product)).toBe(fitted);
      }),
    );
  });

  test('steps go from one fitting quantity to the next and never past the stock', () => {
    fc.assert(
      fc.property(inStock, quantity, (product, wanted) => {
        fc.pre(product.units === null || wanted <= product.units);
        const [more, fewer] = [stepByCase(wanted, product, 1n), stepByCase(wanted, product, -1n)];
        for (const stepped of [more, fewer]) expect(fitsCases(stepped, product)).toBe(true);
        expect(more > wanted || more === product.units).toBe(true);
        expect(fewer < wanted && wanted - fewer <= (product.order_multiple ?? 1n)).toBe(true);
      }),
    );
  });

  test.each([
    [72n, { units: 100n, order_multiple: 24n }, '3 cases (72 units)'],
    [24n, { units: 100n, order_multiple: 24n }, '1 case (24 units)'],
    [10n, { units: 10n, order_multiple: 24n }, 'All remaining 10 units'],
    [25n, { units: 100n, order_multiple: 24n }, null],
    [25n, { units: 100n, order_multiple: 1n }, null],
  ])('%s of %o are labeled %s', (wanted, product, label) => {
    expect(caseLabel(wanted, product)).toBe(label);
  });
});

const factory = new Factory(useTestApp({ rateLimits: false }));
let buyer: Buyer;
let seller: Seller;
let client: Client;

beforeEach(async () => {
  [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller()]);
  client = await factory.as(buyer);
});

const byCase = (more: Parameters<Factory['aProduct']>[0] = {}) =>
  factory.aProduct({ seller, units: 100n, sell_by: 'outer', outer_quantity: 24n, ...more });
const add = (product_id: number, wanted: number) =>
  client.request('POST', '/offers', {
    body: {
      offer: {
        seller_user_id: seller.id,
        offer_products_attributes: [{ product_id, quantity: wanted, unit_price: 1_000 }],
      },
    },
  });
const errorsOf = (body: unknown) => (body as { errors?: string[] }).errors;
type Draft = { data: { id: string }; included: { id: string; attributes: object }[] };
const stored = (body: unknown) => {
  const { data, included } = body as Draft;
  return { offerId: data.id, lineId: included[0]?.id, line: included[0]?.attributes };
};

describe('A product sold in cases of 24', () => {
  test('is ordered in full cases: 25 is 422 with what to try, 48 is taken', async () => {
    const product = await byCase();
    const refused = await add(product.id, 25);
    expect([refused.status, errorsOf(refused.body)]).toEqual([422, ['Sold in cases of 24. Try 24 or 48.']]);
    const taken = await add(product.id, 48);
    expect(taken.status).toBe(201);
    const { offerId, lineId, line } = stored(taken.body);
    expect(line).toMatchObject({ quantity: 48n, product: { order_multiple: 24n } });
    const path = `/offers/${offerId}/offer_products/${lineId}`;
    const odd = await client.request('PUT', path, { body: { quantity: 50, unit_price: 1_000 } });
    expect([odd.status, odd.body]).toMatchObject([
      422,
      { field_errors: { quantity: ['Sold in cases of 24. Try 48 or 72.'] } },
    ]);
    const whole = await client.request('PUT', path, { body: { quantity: 48, unit_price: 1_000 } });
    expect(whole.status).toBe(200);
  });

  test('the last 10 of 10 are taken', async () => {
    const product = await byCase({ units: 10n });
    expect((await add(product.id, 10)).status).toBe(201);
    const fewer = await add((await byCase({ units: 10n })).id, 9);
    expect(errorsOf(fewer.body)).toEqual(['Sold in cases of 24. Try 10.']);
  });

  test.each(['submit', 'accept'])('%s refuses units that no longer fit', async (act) => {
    const product = await byCase({ units: 10n });
    const { offerId } = stored((await add(product.id, 10)).body);
    await factory.db('products').where({ id: product.id }).update({ units: 100n });
    const refused = await client.request('PUT', `/offers/${offerId}/${act}`, { body: {} });
    expect([refused.status, errorsOf(refused.body)]).toEqual([422, ['Sold in cases of 24. Try 24 or 48.']]);
  });

  test('short stock cuts a line to all remaining units, which then sell', async () => {
    const product = await byCase({ units: 48n });
    const { offerId } = stored((await add(product.id, 48)).body);
    await factory.db('products').where({ id: product.id }).update({ units: 30n });
    const cut = await client.request('PUT', `/offers/${offerId}/accept`, { body: {} });
    expect([cut.status, cut.body]).toMatchObject([422, { cancelled: false }]);
    expect((await client.request('PUT', `/offers/${offerId}/accept`, { body: {} })).status).toBe(200);
  });

  test('is sold one by one where its seller did not choose cases', async () => {
    const product = await factory.aProduct({ seller, outer_quantity: 24n });
    expect((await add(product.id, 25)).status).toBe(201);
  });
});

describe('Selling by the case', () => {
  const save = async (id: number, product: object) =>
    (await factory.as(seller)).request('PUT', `/products/${id}`, { body: { product } });

  test('needs the units of that case, on the product or in the same call', async () => {
    const { id } = await factory.aProduct({ seller });
    for (const sell_by of ['inner', 'outer']) {
      const refused = await save(id, { sell_by });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { field_errors: { sell_by: ['Enter the quantity per case first.'] } },
      ]);
    }
    const saved = await save(id, { sell_by: 'inner', inner_quantity: 6 });
    expect(saved.body).toMatchObject({ sell_by: 'inner', order_multiple: 6n });
    expect((await save(id, { inner_quantity: null })).status).toBe(422);
    expect((await save(id, { sell_by: 'unit', inner_quantity: null })).body).toMatchObject({
      sell_by: 'unit',
      order_multiple: 1n,
    });
  });

  test('refuses other words', async () => {
    const { id } = await factory.aProduct({ seller });
    expect((await save(id, { sell_by: 'pallet' })).status).toBe(422);
  });

  test('shows on cards', async () => {
    const product = await byCase();
    const { body } = await client.request('GET', `/marketplace/products/for_seller/${product.seller_id}`);
    expect(body).toMatchObject({ products: [{ id: product.id, order_multiple: 24n }] });
  });
});
