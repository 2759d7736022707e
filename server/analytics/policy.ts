import type { Knex } from 'knex';
import type { Seller, Staff } from '../accounts/policy';
import { Invalid, NotFound } from '../http/errors';

interface AnalyticsQuery {
  readonly seller_id?: number | undefined;
  readonly product_id?: number | undefined;
}

export interface AnalyticsScope {
  readonly sellerId: number;
  readonly product: { readonly id: number; readonly name: string } | null;
}

async function sellerOf(viewer: Seller | Staff, named: number | undefined, db: Knex): Promise<number> {
  if (viewer.kind === 'seller') {
    if (named !== undefined && named !== viewer.seller_id) throw NotFound();
    return viewer.seller_id;
  }
  if (named === undefined) throw Invalid('Choose a seller', { seller_id: ['Choose a seller'] });
  if (!(await db('sellers').where({ id: named }).first('id'))) throw NotFound();
  return named;
}

/** Sellers read their own, staff those of the seller they name. Throws 404 for others, 422 to staff who name none. */
export async function readableAnalytics(
  db: Knex,
  viewer: Seller | Staff,
  { seller_id, product_id }: AnalyticsQuery,
): Promise<AnalyticsScope> {
  const sellerId = await sellerOf(viewer, seller_id, db);
  return { sellerId, product: product_id === undefined ? null : await productOf(db, sellerId, product_id) };
}

async function productOf(db: Knex, seller_id: number, id: number) {
  const product = await db('products').where({ id, seller_id, deleted_at: null }).first('id', 'name');
  if (!product) throw NotFound();
  return product;
}
