import { seller, sellerOrStaff, staff } from '../accounts/policy';
import type { Identity } from '../http/viewer';

/** Sees unlisted products, wholesale prices and whether a product can be deleted. */
export const seesAll = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  staff(viewer) || owns(viewer, { seller_id });

export const maySeeProduct = (
  viewer: Identity | null,
  product: { seller_id: number; listed: boolean },
): boolean => product.listed || seesAll(viewer, product);

export const owns = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  seller(viewer) && viewer.seller_id === seller_id;

export const mayWrite = sellerOrStaff;
