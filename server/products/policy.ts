import type { Knex } from 'knex';
import {
  type Buyer,
  buyer,
  type Person,
  type Seller,
  seller,
  sellerOrStaff,
  staff,
} from '../accounts/policy';
import { isCapable } from '../contract/capabilities';
import type { Identity } from '../http/viewer';
import { productById } from './queries';

/** Sees unlisted products, wholesale prices and whether a product can be deleted: a warehouse does not. */
export const seesAll = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  staff(viewer) || (owns(viewer, { seller_id }) && isCapable(viewer, ['products:read', 'products:write']));

/** Sees what the own company has in its cart, its offers and orders. */
export const seesOwnOffers = (viewer: Identity | null): viewer is Buyer =>
  buyer(viewer) && isCapable(viewer, 'offers:read');

const maySeeProduct = (viewer: Identity | null, product: { seller_id: number; listed: boolean }): boolean =>
  product.listed || seesAll(viewer, product);

export const owns = (viewer: Identity | null, { seller_id }: { seller_id: number }): viewer is Seller =>
  seller(viewer) && viewer.seller_id === seller_id;

export const mayWrite = sellerOrStaff;

export async function visibleProduct(viewer: Identity | null, { id }: { id: number }, { db }: { db: Knex }) {
  const product = await productById(db, id, seesOwnOffers(viewer) ? viewer : null);
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

/** With a deleted one, whose history remains. */
export async function recordedProduct(viewer: Person, { id }: { id: number }, { db }: { db: Knex }) {
  const product = await db('products').where({ id }).first('id', 'seller_id');
  return product && seesAll(viewer, product) ? product : null;
}

export async function writableProduct(viewer: Person, { id }: { id: number }, { db }: { db: Knex }) {
  const product = await productById(db, id);
  return product && seesAll(viewer, product) ? product : null;
}
