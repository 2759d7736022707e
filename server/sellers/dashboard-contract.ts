import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';
import type { SellerProfile } from './contract';

export interface DashboardFrame {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  /** null: Shopify is not offered. */
  store: 'connected' | 'not_connected' | null;
}

/** For islands without props; null for staff. */
export const showDashboard = endpoint<{
  frame: DashboardFrame | null;
  seller_id: number | null;
  fee_bps: number;
}>()('GET /dashboard/frame');

export const INCOMPLETE_PROFILE =
  "Products you've created won't be published until your profile is completed.";

export interface ManageProfileProps {
  frame: DashboardFrame | null;
  seller: SellerProfile;
}

export const manageProfile = island<ManageProfileProps>('manage-profile');
