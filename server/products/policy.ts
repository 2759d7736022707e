import { seller, sellerOrStaff, staff } from '../accounts/policy';
import type { Identity } from '../http/viewer';

/** Sees what is not listed, wholesale prices and the verdict on deleting: the owner and staff. */
export const seesAll = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  staff(viewer) || owns(viewer, { seller_id });

export const owns = (viewer: Identity | null, { seller_id }: { seller_id: number }): boolean =>
  seller(viewer) && viewer.seller_id === seller_id;

/** Writes products: sellers their own, staff anyone's. */
export const mayWrite = sellerOrStaff;
