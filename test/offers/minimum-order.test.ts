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
  [buyer, seller] = await Promise.all([factory.aBuyer(), factory.aSeller({ name: 'Stridewell' })]);
  client = await factory.as(buyer);
});

const setMinimum = async (min_order_cents: unknown) =>
  (await factory.as(seller)).request('PUT', '/marketplace/sellers/update', {
    body: { seller: { min_order_cents } },
  });
const requireAtLeast = (minimum: number | null) =>
  factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ min_order_cents: minimum === null ? null : cents(minimum) });
const sellerName = async () =>
  (await factory.db('sellers').where({ id: seller.seller_id }).first('name'))?.name;
const draftOf = (quantity: bigint) =>
  factory.anOffer({ buyer, seller, state: 'draft', lines: [{ quantity }] });
const errorsOf = (body: unknown) => (body as { errors?: string[] }).errors;
const act = (id: number, name: string) => client.request('PUT', `/offers/${id}/${name}`, { body: {} });
const attributesOf = async (id: number) =>
  ((await client.request('GET', `/offers/${id}`)).body as { data: { attributes: object } }).data.attributes;

describe("A seller's minimum order", () => {
  test('is saved, shown and removed', async () => {
    expect((await setMinimum(50_000)).body).toMatchObject({ min_order_cents: 50_000 });
    const product = await factory.aProduct({ seller });
    const shown = await client.request('GET', `/marketplace/products/${product.id}`);
    expect(shown.body).toMatchObject({ seller: { min_order_cents: 50_000 } });
    const storefront = await client.request('GET', `/marketplace/sellers/${seller.seller_id}`);
    expect(storefront.body).toMatchObject({ min_order_cents: 50_000 });
    expect((await setMinimum(null)).body).toMatchObject({ min_order_cents: null });
  });

  test.each([0, 99, 100_000_000, -5, '1.5', 'much'])('of %o is refused', async (amount) => {
    expect((await setMinimum(amount)).status).toBe(422);
  });

  test.each([100, 99_999_999])('of %o cents is allowed', async (amount) => {
    expect((await setMinimum(amount)).body).toMatchObject({ min_order_cents: amount });
  });

  test('keeps its value where a client does not send it', async () => {
    await setMinimum(50_000);
    const saved = await (await factory.as(seller)).request('PUT', '/marketplace/sellers/update', {
      body: { seller: { description: 'Shoes' } },
    });
    expect(saved.body).toMatchObject({ min_order_cents: 50_000 });
  });

  test.each(['submit', 'accept'])('at $500, %s at $380 is 422 and says what is missing', async (name) => {
    await requireAtLeast(50_000);
    const draft = await draftOf(38n);
    expect(await attributesOf(draft.id)).toMatchObject({
      min_order_cents: 50_000,
      min_order_missing_cents: 12_000,
      can_accept: false,
    });
    const refused = await act(draft.id, name);
    expect([refused.status, errorsOf(refused.body)]).toEqual([
      422,
      [`${await sellerName()} has a $500.00 minimum order. Add $120.00 more.`],
    ]);
    expect(await attributesOf(draft.id)).toMatchObject({ state: 'draft' });
  });

  test.each(['submit', 'accept'])('at $500, %s at $500 passes', async (name) => {
    await requireAtLeast(50_000);
    const draft = await draftOf(50n);
    expect(await attributesOf(draft.id)).toMatchObject({ min_order_missing_cents: 0, can_accept: true });
    expect((await act(draft.id, name)).status).toBe(200);
  });

  test('binds neither counters nor acceptances of what was sent', async () => {
    const offer = await factory.anOffer({
      buyer,
      seller,
      state: 'seller_review',
      lines: [{ quantity: 10n }],
    });
    await requireAtLeast(50_000);
    const theirs = await factory.as(seller);
    const [line] = offer.lines;
    const body = { offer_products_attributes: [{ id: line?.id, unit_price: 900 }] };
    expect((await theirs.request('POST', `/offers/${offer.id}/counter_offer`, { body })).status).toBe(200);
    expect(await attributesOf(offer.id)).toMatchObject({
      min_order_cents: null,
      min_order_missing_cents: null,
    });
    expect((await act(offer.id, 'accept')).status).toBe(200);
  });

  test('does not hold up a cut to the stock', async () => {
    await requireAtLeast(50_000);
    const draft = await draftOf(60n);
    await factory.db('products').where({ id: draft.product.id }).update({ units: 20n });
    const cut = await act(draft.id, 'accept');
    expect([cut.status, cut.body]).toMatchObject([422, { cancelled: false }]);
    expect(await attributesOf(draft.id)).toMatchObject({ min_order_missing_cents: 30_000 });
  });

  test('counts goods without freight', async () => {
    await requireAtLeast(50_000);
    await factory
      .db('sellers')
      .where({ id: seller.seller_id })
      .update({ shipping_terms: ['buyer_pays'] as never });
    const draft = await draftOf(49n);
    expect((await act(draft.id, 'submit')).body).toMatchObject({
      errors: [`${await sellerName()} has a $500.00 minimum order. Add $10.00 more.`],
    });
  });
});
