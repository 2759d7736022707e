import { pageOf } from '../../db/page';
import { anyone, seller } from '../accounts/policy';
import { Invalid } from '../http/errors';
import { linkNext } from '../http/pagination';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { publicRoute } from '../http/viewer';
import type { SearchQuery } from '../search/contract';
import { arrivalsBody, searchBody } from '../search/schema';
import { anySeller } from '../sellers/policy';
import { pictureFields } from '../uploads/form-files';
import { changeMany } from './bulk/change';
import { ownBulkChange } from './bulk/policy';
import { undoMany } from './bulk/undo';
import {
  checkUpc,
  countArrivalsCall,
  createProduct,
  deleteProduct,
  listProductsCall,
  productsForSeller,
  searchProductsCall,
  showProduct,
  similarProducts,
  updateProduct,
} from './contract';
import { productBody } from './input-schema';
import { changeProducts, showChanges, undoChange } from './manage/contract';
import { changesOf } from './manage/history';
import { listedProducts, ownProducts, statusCounts } from './manage/queries';
import type { OwnSort } from './manage/rules';
import { bulkBody, changesQuery } from './manage/schema';
import { mayWrite, recordedProduct, seesAll, visibleProduct, writableProduct } from './policy';
import { documentAfterWrite, documentFor, searchAnswer, similar } from './presenter';
import * as products from './product';
import { isUpcFree } from './queries';
import { photoFields } from './rules';
import { checkUpcQuery, forSellerQuery, similarProductsQuery } from './schema';
import { ownProduct, productCard } from './serializer';

const photos = pictureFields('product', photoFields);

export default ({ services }: RouteDependencies): Routes => [
  route(searchProductsCall, {
    body: searchBody,
    may: publicRoute,
    reply: ({ services: { search }, body }) => searchAnswer(search, body as SearchQuery),
    status: 200,
  }),
  route(listProductsCall, {
    body: searchBody,
    may: publicRoute,
    reply: ({ services: { search }, body }) => search.firstPage(body as SearchQuery),
    status: 200,
  }),
  route(countArrivalsCall, {
    body: arrivalsBody,
    may: publicRoute,
    reply: async ({ services: { search }, body: { since, ...query } }) => ({
      count: await search.countNewSince(query as SearchQuery, since),
    }),
    status: 200,
  }),
  route(showProduct, {
    may: anyone,
    find: visibleProduct,
    reply: ({ db, subject, viewer }) => documentFor(db, subject, viewer),
  }),
  route(productsForSeller, {
    query: forSellerQuery,
    may: anyone,
    // For a seller without a storefront the list is empty (docs/rules.md#products).
    find: (viewer, { seller_id }, services) => anySeller(viewer, { id: seller_id }, services),
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
    query: similarProductsQuery,
    may: anyone,
    // For a seller without a storefront the list is empty (docs/rules.md#products).
    find: (viewer, { seller_id }, services) => anySeller(viewer, { id: seller_id }, services),
    reply: async ({ db, params, query }) => {
      const products = await similar(db, params.seller_id, query.product_id);
      return { products, count: products.length };
    },
  }),
  route(createProduct, {
    body: productBody,
    may: seller,
    needs: 'products:write',
    retry: showProduct,
    form: { to: (_context, { id }) => `/dashboard/edit_product/${id}/description`, notice: 'Product saved.' },
    files: photos,
    status: 201,
    reply: async ({ db, viewer, body }) =>
      documentAfterWrite(
        db,
        viewer,
        await products.createProduct(services, viewer.seller_id, body.product, viewer),
      ),
  }),
  route(updateProduct, {
    body: productBody,
    may: mayWrite,
    needs: 'products:write',
    retry: showProduct,
    form: { notice: 'Product saved.' },
    files: photos,
    find: writableProduct,
    reply: async ({ db, viewer, params: { id }, body }) => {
      await products.updateProduct(services, id, body.product, viewer);
      return documentAfterWrite(db, viewer, id);
    },
  }),
  route(deleteProduct, {
    may: mayWrite,
    needs: 'products:write',
    retry: 'done',
    form: { to: '/dashboard/manage_products', notice: 'Product deleted.' },
    find: writableProduct,
    reply: async ({ viewer, params: { id } }) => {
      await products.removeProduct(services, id, viewer);
      return undefined;
    },
  }),
  route(changeProducts, {
    body: bulkBody,
    may: seller,
    needs: 'products:write',
    retry: 'again',
    status: 200,
    reply: ({ viewer, body }) => changeMany(services, viewer, body),
  }),
  route(undoChange, {
    may: seller,
    needs: 'products:write',
    retry: 'again',
    find: ownBulkChange,
    status: 200,
    reply: ({ viewer, subject }) => undoMany(services, viewer, subject),
  }),
  route(showChanges, {
    query: changesQuery,
    may: mayWrite,
    needs: 'products:read',
    find: recordedProduct,
    reply: async ({ db, viewer, subject, query: { page }, req, res }) => {
      const { changes, more } = await changesOf(db, subject.id, page, viewer);
      if (more) linkNext(req, res, page);
      return { changes };
    },
  }),
  route(checkUpc, {
    query: checkUpcQuery,
    may: mayWrite,
    needs: 'products:read',
    reply: async ({ db, viewer, query: { upc, id, seller_id } }) => {
      const own = id === undefined ? null : await writableProduct(viewer, { id }, { db });
      const sellerId = seller(viewer) ? viewer.seller_id : (own?.seller_id ?? seller_id);
      if (sellerId === undefined) throw Invalid('Add the parameter seller_id');
      return { available: await isUpcFree(db, sellerId, upc, own?.id ?? null) };
    },
  }),
];
