import type { ProductRow } from '../../db/tables';
import type { Buyer, Seller } from '../../server/accounts/policy';
import { runChecks } from '../../server/consistency/check';
import { rebuildAtOnce } from '../../server/consistency/rebuild';
import { cents } from '../../server/contract/money';
import { listProducts } from '../../server/insights/contract';
import { createOffer } from '../../server/offers/cart/contract';
import { acceptOffer, counterOffer, showOffer, submitOffer } from '../../server/offers/contract';
import {
  createProduct,
  productsForSeller,
  searchProductsCall,
  showProduct,
  similarProducts,
  updateProduct,
} from '../../server/products/contract';
import { changeProducts } from '../../server/products/manage/contract';
import {
  addFavorite,
  createSavedSearch,
  listFavorites,
  listSavedSearches,
} from '../../server/sourcing/contract';
import { collectNews } from '../../server/sourcing/news';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false, maxUnpaidOrders: 1_000 });
const factory = new Factory(app);

const pause = async (seller: Seller, { id }: Pick<ProductRow, 'id'>, paused: unknown = true) =>
  (await factory.as(seller)).call(updateProduct, { id }, { product: { paused } });

const statusesOf = async (seller: Seller) => {
  const { body } = await (await factory.as(seller)).call(productsForSeller, { seller_id: seller.seller_id });
  if (!('status_counts' in body)) throw new Error('These are not own products');
  return { ids: body.products.map(({ id, status }) => [id, status]), counts: body.status_counts };
};

const found = async (name: string) =>
  (await (await factory.as(null)).call(searchProductsCall, {}, { search: { name, description: name } })).body;

async function draftOf(buyer: Buyer, product: ProductRow) {
  const offer = await factory.anOffer({ buyer, state: 'draft', lines: [{ product }] });
  return { offer, client: await factory.as(buyer) };
}

test('a paused product is listed nowhere until it is resumed; its owner reads Paused', async () => {
  const seller = await factory.aSeller();
  const buyer = await factory.aBuyer();
  const product = await factory.aProduct({ seller, name: 'Quillstand lamp', category: 'pet' });
  const other = await factory.aProduct({ seller, name: 'Other lamp', category: 'pet' });
  const asBuyer = await factory.as(buyer);
  await asBuyer.call(addFavorite, {}, { product_id: product.id });
  const listed = async () => {
    const { count, category_counts } = await found('quillstand');
    const storefront = await asBuyer.call(
      searchProductsCall,
      {},
      { search: { seller_id: seller.seller_id } },
    );
    const ofSeller = await asBuyer.call(productsForSeller, { seller_id: seller.seller_id });
    const similar = await asBuyer.call(similarProducts, { seller_id: seller.seller_id }, undefined, {
      product_id: other.id,
    });
    const [favorite] = (await asBuyer.call(listFavorites, {})).body.favorites;
    return {
      search: [count, category_counts.Pet],
      storefront: storefront.body.count,
      ofSeller: ofSeller.body.count,
      similar: similar.body.count,
      page: (await asBuyer.call(showProduct, { id: product.id })).status,
      favorite: favorite?.listed,
    };
  };
  const everywhere = { search: [1, 1], storefront: 2, ofSeller: 2, similar: 1, page: 200, favorite: true };
  expect(await listed()).toEqual(everywhere);

  const { status, body } = await pause(seller, product);
  expect([status, body.status, body.provisional]).toEqual([200, 'paused', false]);
  const nowhere = { search: [0, 0], storefront: 1, ofSeller: 1, similar: 0, page: 404, favorite: false };
  expect(await listed()).toEqual(nowhere);
  expect(await statusesOf(seller)).toEqual({
    ids: [
      [other.id, 'live'],
      [product.id, 'paused'],
    ],
    counts: { live: 1, provisional: 0, sold_out: 0, paused: 1 },
  });
  const paused = await (await factory.as(seller)).call(
    productsForSeller,
    { seller_id: seller.seller_id },
    undefined,
    { status: 'paused' },
  );
  expect(paused.body.products.map(({ id }) => id)).toEqual([product.id]);

  // An edit, a new name and the operator's rebuild leave it out of the search.
  await (await factory.as(seller)).call(
    updateProduct,
    { id: product.id },
    { product: { name: 'Quillstand light', msrp_cents: 3_000, units: 7, old_units: 100 } },
  );
  await rebuildAtOnce(app.services, ['listings']);
  expect(await listed()).toEqual(nowhere);
  expect(
    (await runChecks(app.services, ['listings', 'listing-texts'])).flatMap(({ findings }) => findings),
  ).toEqual([]);

  expect((await pause(seller, product, false)).body.status).toBe('live');
  expect(await listed()).toEqual(everywhere);
  expect((await found('light')).count).toBe(1);
});

test('in carts a paused product is unavailable: nothing adds, sends or buys it', async () => {
  const product = await factory.aProduct();
  const { offer, client } = await draftOf(await factory.aBuyer(), product);
  await pause(offer.seller, product);

  const { body } = await client.call(showOffer, { id: offer.id });
  expect(body.included[0]?.attributes).toMatchObject({
    buyable: false,
    product: { listed: false, paused: true, units: 100n },
  });
  const line = { product_id: product.id, quantity: 10, unit_price: 1_000 };
  const add = { offer: { seller_user_id: offer.seller.id, offer_products_attributes: [line] } };
  expect((await client.call(createOffer, {}, add)).status).toBe(422);
  expect((await client.call(submitOffer, { id: offer.id })).status).toBe(422);
  const bought = await client.call(acceptOffer, { id: offer.id });
  expect([bought.status, bought.body]).toMatchObject([422, { cancelled: true }]);
  expect(await factory.db('purchase_orders').where({ offer_id: offer.id })).toEqual([]);
});

test('open offers of a paused product go on and are accepted', async () => {
  const offer = await factory.anOffer({ state: 'seller_review' });
  await pause(offer.seller, offer.product);
  const asSeller = await factory.as(offer.seller);
  const shown = await asSeller.call(showOffer, { id: offer.id });
  expect(shown.body.data.attributes.can_accept).toBe(true);
  expect(shown.body.included[0]?.attributes.product).toMatchObject({ listed: true, paused: true });
  const countered = await asSeller.call(
    counterOffer,
    { id: offer.id },
    { offer_products_attributes: [{ id: offer.lines[0]?.id, unit_price: 900 }] },
  );
  expect(countered.status).toBe(200);
  expect((await (await factory.as(offer.buyer)).call(acceptOffer, { id: offer.id })).status).toBe(200);

  const sent = await factory.anOffer({ state: 'seller_review' });
  await pause(sent.seller, sent.product);
  expect((await (await factory.as(sent.seller)).call(acceptOffer, { id: sent.id })).status).toBe(200);
  expect(await factory.db('products').where({ id: sent.product.id }).first('units', 'paused')).toEqual({
    units: 90n,
    paused: true,
  });
});

test('pausing while others buy or accept: a cart is bought before or not at all, an offer either way', async () => {
  const seller = await factory.aSeller();
  for (let round = 0; round < 6; round++) {
    const product = await factory.aProduct({ seller });
    const { offer, client } = await draftOf(await factory.aBuyer(), product);
    const sent = await factory.anOffer({ seller, state: 'seller_review', lines: [{ product }] });
    const asSeller = await factory.as(seller);
    const [paused, bought, accepted] = await Promise.all([
      pause(seller, product),
      client.call(acceptOffer, { id: offer.id }),
      asSeller.call(acceptOffer, { id: sent.id }),
      pause(seller, product),
    ]);
    expect([paused.status, accepted.status]).toEqual([200, 200]);
    expect([200, 422]).toContain(bought.status);
    const orders = await factory.db('purchase_orders').where({ offer_id: offer.id });
    expect(orders.length).toBe(bought.status === 200 ? 1 : 0);
    const stored = await factory.db('products').where({ id: product.id }).first('units', 'paused');
    expect(stored).toEqual({ units: bought.status === 200 ? 80n : 90n, paused: true });
  }
});

test('only its seller and staff pause a product, alone and in bulk; both may be done twice', async () => {
  const seller = await factory.aSeller();
  const products = [await factory.aProduct({ seller }), await factory.aProduct({ seller, units: null })];
  const [product] = products;
  if (!product) throw new Error('No product');
  expect((await pause(await factory.aSeller(), product)).status).toBe(404);
  const asBuyer = await factory.as(await factory.aBuyer());
  const body = { product: { paused: true } };
  expect((await asBuyer.call(updateProduct, { id: product.id }, body)).status).toBe(403);
  expect((await pause(seller, product, 'perhaps')).status).toBe(422);
  expect((await pause(seller, product)).body.status).toBe('paused');
  expect((await pause(seller, product)).body.status).toBe('paused');

  const ids = products.map(({ id }) => id);
  const bulk = async (by: Seller, change: object) =>
    (await (await factory.as(by)).call(changeProducts, {}, { ids, change })).body;
  expect(await bulk(await factory.aSeller(), { paused: false })).toMatchObject({
    changed: 0,
    refused_count: 2,
  });
  expect(await bulk(seller, { paused: true })).toMatchObject({ changed: 1, unchanged: 1, refused_count: 0 });
  expect((await statusesOf(seller)).counts).toEqual({ live: 0, provisional: 0, sold_out: 0, paused: 2 });
  expect(await bulk(seller, { paused: false })).toMatchObject({ changed: 2, undo: null });
  expect((await statusesOf(seller)).counts).toEqual({ live: 2, provisional: 0, sold_out: 0, paused: 0 });

  const staff = await factory.staff();
  expect((await (await factory.as(staff)).call(updateProduct, { id: product.id }, body)).status).toBe(200);
  const [entry] = await factory.db('audit_log').where({ actor_id: staff.id, subject_id: product.id });
  expect(entry).toMatchObject({ before: { paused: false }, after: { paused: true } });
});

test('a product that comes back is no news; one that was made paused is, once it is first on sale', async () => {
  const seller = await factory.aSeller();
  const buyer = await factory.aBuyer();
  const asBuyer = await factory.as(buyer);
  const product = await factory.aProduct({ seller, name: 'Vellichor shelf' });
  const query = { search: { name: 'vellichor', description: 'vellichor' } };
  await asBuyer.call(createSavedSearch, {}, { saved_search: { name: 'Shelves', query } });
  const news = async () => {
    await collectNews(app.services);
    return (await asBuyer.call(listSavedSearches, {})).body.saved_searches[0]?.new_count;
  };
  await pause(seller, product);
  await pause(seller, product, false);
  expect(await news()).toBe(0);

  const { id: _id, ...rest } = product;
  const made = await (await factory.as(seller)).call(
    createProduct,
    {},
    {
      product: {
        name: 'Vellichor desk',
        upc: '990000000017',
        photo_1: 'https://pictures.example.com/desk.jpg',
        msrp_cents: rest.msrp_cents,
        wholesale_cents: rest.wholesale_cents,
        seller_price_cents: rest.seller_price_cents,
        units: 5,
        paused: true,
      },
    },
  );
  expect([made.status, made.body.status]).toEqual([201, 'paused']);
  expect([await news(), (await found('vellichor')).count]).toEqual([0, 1]);
  await pause(seller, made.body, false);
  expect([await news(), (await found('vellichor')).count]).toEqual([1, 2]);
});

test('Live is what buyers see: not without a complete profile, for the seller and in Insights alike', async () => {
  const seller = await factory.aSeller({ logo: null });
  const live = await factory.aProduct({ seller, name: 'Unseen lamp' });
  const soldOut = await factory.aProduct({ seller, units: 0n });
  const statuses = async () => {
    const { ids, counts } = await statusesOf(seller);
    const insights = await (await factory.as(await factory.staff())).call(listProducts, {}, undefined, {
      scope: JSON.stringify({ ids: [live.id, soldOut.id] }),
    });
    const ofInsights = new Map(insights.body.map(({ id, status }) => [id, status]));
    expect(ids.map(([id]) => [id, ofInsights.get(id as number)])).toEqual(ids);
    return { ...Object.fromEntries(ids), counts };
  };
  expect(await statuses()).toEqual({
    [live.id]: 'provisional',
    [soldOut.id]: 'provisional',
    counts: { live: 0, provisional: 2, sold_out: 0, paused: 0 },
  });
  await factory
    .db('sellers')
    .where({ id: seller.seller_id })
    .update({ logo: '/demo/seller-harrow-pine-logo' });
  expect(await statuses()).toEqual({
    [live.id]: 'live',
    [soldOut.id]: 'sold_out',
    counts: { live: 1, provisional: 0, sold_out: 1, paused: 0 },
  });
  await factory
    .db('products')
    .where({ id: live.id })
    .update({ seller_price_cents: cents(900), paused: true });
  expect((await statuses())[live.id]).toBe('paused');
});
