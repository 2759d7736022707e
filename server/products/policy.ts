import type { Knex } from 'knex';
import { buyer, type Person, seller, sellerOrStaff, staff } from '../accounts/policy';
import type { Identity } from '../http/viewer';
import { productById } from './queries';

/** Sees unlisted products, wholesale prices and whether a product can be deleted. */
export const seesAll = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  staff(viewer) || owns(viewer, { seller_id });

const maySeeProduct = (viewer: Identity | null, product: { seller_id: number; listed: boolean }): boolean =>
  product.listed || seesAll(viewer, product);

export const owns = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  seller(viewer) && viewer.seller_id === seller_id;

export const mayWrite = sellerOrStaff;

export async function visibleProduct(viewer: Identity | null, { id }: { id: number }, { db }: { db: Knex }) {
  const product = await productById(db, id, buyer(viewer) ? viewer : null);
  return product && maySeeProduct(viewer, product) ? product : null;
}

/** With `loading`, which the page needs too and which loads at the same time. */
export async function visibleProductOfSeller<Loaded>(
  viewer: Identity | null,
  { seller_id, product_id }: { seller_id: number; product_id: number },
  services: { db: Knex },
  loading: Promise<Loaded>,
) {
  const [product, loaded] = await Promise.all([
    visibleProduct(viewer, { id: product_id }, services),
    loading,
  ]);
  return product?.seller_id === seller_id ? ([product, loaded] as const) : null;
}

export async function writableProduct(viewer: Person, { id }: { id: number }, { db }: { db: Knex }) {
  const product = await productById(db, id);
  return product && seesAll(viewer, product) ? product : null;
}
