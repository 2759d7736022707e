import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';
import type { SellerProfile } from './contract';

/** What stands above every page of the dashboard (docs/rules.md#sellers). */
export interface DashboardFrame {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  /** null: not offered to this person. */
  store: 'connected' | 'not_connected' | null;
}

/** For islands whose element brings no props. The frame is null for staff. */
export const showDashboard = endpoint<{
  frame: DashboardFrame | null;
  seller_id: number | null;
  /** The fee kept from sellers, in basis points. */
  fee_bps: number;
}>()('GET /dashboard/frame');

export const INCOMPLETE_PROFILE =
  "Products you've created won't be published until your profile is completed.";

export interface ManageProfileProps {
  /** Without one the page stands alone: nothing else can be done before the profile (create_profile). */
  frame: DashboardFrame | null;
  seller: SellerProfile;
}

export const manageProfile = island<ManageProfileProps>('manage-profile');
