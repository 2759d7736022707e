import type { Request, Response } from 'express';
import { pageOf } from '../../../db/page';
import { staff } from '../../accounts/policy';
import { type Category, categoryLabels, readCategory, TOP_SELLERS } from '../../contract/categories';
import { paged } from '../../contract/fields';
import { setListHeaders } from '../../http/pagination';
import { page, type RouteDependencies, type Routes, route } from '../../http/route';
import { anySeller } from '../../sellers/policy';
import type { Services } from '../../services';
import { productBody } from '../input-schema';
import { ownProducts } from '../manage/queries';
import { documentAfterWrite } from '../presenter';
import { createProduct } from '../product';
import { ownProduct } from '../serializer';
import {
  addToTag,
  categoryCuration,
  createCuratedProduct,
  curatedProducts,
  curatedSellerProducts,
  orderTag,
  removeFromTag,
  taggedProducts,
  topSellers,
  topSellersCall,
} from './contract';
import { curatedProductsQuery, orderTagBody, tagBody } from './schema';
import { arrangeTag, countOfTag, productsOfTag, tagProduct, untagProduct } from './tags';

const PER_PAGE = 1_000;

interface ListQuery {
  query?: string | undefined;
  page: number;
  per: number;
}

async function productsOfSeller(db: Services['db'], sellerId: number, listQuery: ListQuery) {
  const { rows, count } = await ownProducts(db, {
    sellerId,
    name: listQuery.query ?? '',
    status: undefined,
    ...pageOf(listQuery),
  });
  return { products: rows.map(ownProduct), count };
}

interface Exchange {
  req: Request;
  res: Response;
}

async function pageOfTag(db: Services['db'], tag: string, listQuery: ListQuery, { req, res }: Exchange) {
  const [products, total] = await Promise.all([
    productsOfTag(db, tag, pageOf(listQuery)),
    countOfTag(db, tag),
  ]);
  setListHeaders(req, res, listQuery, total);
  return { products };
}

const categoryIn = (value: unknown): Category =>
  (typeof value === 'string' ? readCategory(value) : null) ?? 'apparel';

/** Featured tags, and products that staff create for a seller (docs/rules.md#products). */
export default ({ services }: RouteDependencies): Routes => [
  route(topSellersCall, {
    query: paged(),
    may: staff,
    reply: ({ db, query, ...exchange }) => pageOfTag(db, TOP_SELLERS, query, exchange),
  }),
  route(taggedProducts, {
    query: paged(),
    may: staff,
    reply: ({ db, params: { name }, query, ...exchange }) => pageOfTag(db, name, query, exchange),
  }),
  route(addToTag, {
    body: tagBody,
    may: staff,
    reply: async ({ db, body, viewer }) => {
      await tagProduct(services, body.product_id, body.tag_name, viewer);
      return { products: await productsOfTag(db, body.tag_name) };
    },
  }),
  route(orderTag, {
    body: orderTagBody,
    may: staff,
    reply: async ({ db, body, params: { name }, viewer }) => {
      await arrangeTag(services, name, body.product_ids, viewer);
      return { products: await productsOfTag(db, name) };
    },
  }),
  route(removeFromTag, {
    body: tagBody,
    may: staff,
    reply: async ({ db, body, viewer }) => {
      await untagProduct(services, body.product_id, body.tag_name, viewer);
      return { products: await productsOfTag(db, body.tag_name) };
    },
  }),
  route(curatedProducts, {
    query: curatedProductsQuery,
    may: staff,
    find: anySeller,
    reply: async ({ db, subject, query, req, res }) => {
      const list = await productsOfSeller(db, subject.id, query);
      setListHeaders(req, res, query, Number(list.count));
      return list;
    },
  }),
  route(createCuratedProduct, {
    body: productBody,
    may: staff,
    find: anySeller,
    status: 201,
    reply: async ({ db, subject, body, viewer }) =>
      documentAfterWrite(db, viewer, await createProduct(services, subject.id, body.product, viewer)),
  }),
  page('/admin/top_sellers', {
    may: staff,
    title: 'Top Sellers',
    island: topSellers,
    props: async ({ db }) => ({ products: await productsOfTag(db, TOP_SELLERS) }),
  }),
  page('/admin/categories', {
    may: staff,
    title: 'Categories',
    island: categoryCuration,
    props: async ({ db, query }) => {
      const category = categoryIn(query.category);
      return { category, products: await productsOfTag(db, categoryLabels[category]) };
    },
  }),
  page('/admin/sellers/:id/products', {
    may: staff,
    find: anySeller,
    title: ({ subject }) => `Products of ${subject.name}`,
    island: curatedSellerProducts,
    locals: () => ({ back: { href: '/admin/sellers', text: 'Sellers' } }),
    props: async ({ db, subject }) => ({
      seller: { id: subject.id, name: subject.name },
      list: await productsOfSeller(db, subject.id, { page: 1, per: PER_PAGE }),
    }),
  }),
];
