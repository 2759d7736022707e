import { pageOf } from '../../db/page';
import { anyone, seller, shopper } from '../accounts/policy';
import { Invalid } from '../http/errors';
import { page, type Routes, route, type Setup } from '../http/route';
import { everybody } from '../http/viewer';
import { maySeeSeller } from '../sellers/policy';
import { sellerById } from '../sellers/queries';
import { sellerProfile } from '../sellers/serializer';
import { countArrivals } from './arrivals';
import { changeMany } from './bulk-change';
import { ownBulkChange, undoMany } from './bulk-undo';
import {
  allProducts,
  checkUpc,
  countArrivalsCall,
  createProduct,
  deleteProduct,
  listProductsCall,
  productDetail,
  productsForSeller,
  searchProductsCall,
  sellerStorefront,
  showProduct,
  similarProducts,
  updateProduct,
} from './contract';
import {
  categoryOf,
  type ListingState,
  readListing,
  readStorefront,
  searchOf,
} from './listing-address-contract';
import { changeProducts, undoChange } from './manage-contract';
import type { OwnSort } from './own-sorts-contract';
import { mayWrite, owns, seesAll } from './policy';
import * as products from './product';
import { isUpcFree, listedProducts, ownProducts, statusCounts } from './queries';
import { categoryLabels, type SearchQuery } from './search-contract';
import { ownProduct, productCard } from './serializer';
import {
  answerOf,
  documentFor,
  listingOf,
  lookerOf,
  similar,
  visibleProduct,
  writableProduct,
  written,
} from './showing';

const pageNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;

function listingTitle(state: ListingState) {
  if (state.query !== '') return `Search: ${state.query}`;
  const category = categoryOf(state);
  return category ? categoryLabels[category] : state.filter || 'All Products';
}

export default ({ services }: Setup): Routes => [
  route(searchProductsCall, {
    may: everybody,
    reply: ({ db, body }) => answerOf(db, body as SearchQuery),
    status: 200,
  }),
  route(listProductsCall, {
    may: everybody,
    reply: ({ db, body }) => listingOf(db, body as SearchQuery),
    status: 200,
  }),
  route(countArrivalsCall, {
    may: everybody,
    reply: async ({ db, body: { since, ...query } }) => ({
      count: await countArrivals(db, query as SearchQuery, since),
    }),
    status: 200,
  }),
  route(showProduct, {
    may: anyone,
    find: (viewer, { id }, { db }) => visibleProduct(db, viewer, id),
    reply: ({ db, subject, viewer }) => documentFor(db, subject, viewer),
  }),
  route(productsForSeller, {
    may: anyone,
    reply: async ({ db, viewer, params: { seller_id }, query }) => {
      const list = { sellerId: seller_id, name: query.search.name, ...pageOf(query) };
      if (seesAll(viewer, { seller_id })) {
        const [{ rows, count }, status_counts] = await Promise.all([
          ownProducts(db, { ...list, status: query.status, sort: query.sort as OwnSort }),
          statusCounts(db, seller_id),
        ]);
        return { products: rows.map(ownProduct), count, status_counts };
      }
      const { rows, count } = await listedProducts(db, list);
      return { products: rows.map(productCard), count };
    },
  }),
  route(similarProducts, {
    may: anyone,
    reply: async ({ db, params, query }) => {
      const products = await similar(db, params.seller_id, query.product_id);
      return { products, count: products.length };
    },
  }),
  route(createProduct, {
    may: seller,
    status: 201,
    reply: async ({ db, viewer, body }) =>
      written(db, viewer, await products.createProduct(services, viewer.seller_id, body.product, viewer)),
  }),
  route(updateProduct, {
    may: mayWrite,
    find: (viewer, { id }, { db }) => writableProduct(db, viewer, id),
    reply: async ({ db, viewer, params: { id }, body }) => {
      await products.updateProduct(services, id, body.product, viewer);
      return written(db, viewer, id);
    },
  }),
  route(deleteProduct, {
    may: mayWrite,
    find: (viewer, { id }, { db }) => writableProduct(db, viewer, id),
    reply: async ({ viewer, params: { id } }) => {
      await products.removeProduct(services, id, viewer);
      return undefined;
    },
  }),
  route(changeProducts, {
    may: seller,
    status: 200,
    reply: ({ viewer, body }) => changeMany(services, viewer, body),
  }),
  route(undoChange, {
    may: seller,
    find: (viewer, { id }, { db }) => ownBulkChange(db, viewer, id),
    status: 200,
    reply: ({ viewer, subject }) => undoMany(services, viewer, subject),
  }),
  route(checkUpc, {
    may: mayWrite,
    reply: async ({ db, viewer, query: { upc, id, seller_id } }) => {
      const own = id === undefined ? null : await writableProduct(db, viewer, id);
      const sellerId = seller(viewer) ? viewer.seller_id : (own?.seller_id ?? seller_id);
      if (sellerId === undefined) throw Invalid('Whose products?');
      return { available: await isUpcFree(db, sellerId, upc, own?.id ?? null) };
    },
  }),
  page(['/all_products', '/all_products/search', '/all_products/filter/:filter'], {
    may: shopper,
    title: ({ params, query }) => listingTitle(readListing(query, (params as { filter?: string }).filter)),
    heading: 'hidden',
    island: allProducts,
    props: async ({ db, viewer, params, query }) => {
      const state = readListing(query, (params as { filter?: string }).filter);
      const answer = await listingOf(db, searchOf(state, undefined, pageNumber(query.page)));
      return { state, answer, signed_in: viewer !== null };
    },
  }),
  page('/all_products/:seller_id/:product_id', {
    may: anyone,
    find: async (viewer, { seller_id, product_id }, { db }) => {
      const [product, others] = await Promise.all([
        visibleProduct(db, viewer, product_id),
        similar(db, seller_id, product_id),
      ]);
      return product?.seller_id === seller_id ? { product, others } : null;
    },
    title: ({ subject: { product } }) => product.name,
    heading: 'hidden',
    island: productDetail,
    props: async ({ db, viewer, subject: { product, others } }) => ({
      product: await documentFor(db, product, viewer),
      similar: others,
      as: lookerOf(viewer, product),
    }),
  }),
  page(['/seller/:id', '/seller/:id/search'], {
    may: anyone,
    find: async (viewer, { id }, { db }) => {
      const found = await sellerById(db, id);
      return found && maySeeSeller(viewer, found) ? found : null;
    },
    title: ({ subject }) => subject.name,
    heading: 'hidden',
    island: sellerStorefront,
    props: async ({ db, viewer, subject, query }) => {
      const state = readStorefront(query);
      const answer = await listingOf(db, searchOf(state, subject.id, pageNumber(query.page)));
      return {
        seller: sellerProfile(subject),
        state,
        answer,
        is_owner: owns(viewer, { seller_id: subject.id }),
      };
    },
  }),
];
