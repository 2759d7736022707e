import type { SellerRow } from '../../db/tables';
import { seller, staff } from '../accounts/policy';
import type { Identity } from '../http/viewer';

/** Until the profile is complete, only the seller and staff see it (docs/rules.md#sellers). */
export const maySeeSeller = (
  viewer: Identity | null,
  { id, profile_complete, suspended_at }: Pick<SellerRow, 'id' | 'profile_complete' | 'suspended_at'>,
): boolean =>
  (profile_complete && suspended_at === null) || staff(viewer) || (seller(viewer) && viewer.seller_id === id);
