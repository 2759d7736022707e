import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { SellerProfile } from './contract';

/** In the order in which a new seller takes them. */
export const firstSteps = ['profile', 'shipping', 'product', 'payment'] as const;
export type FirstStep = (typeof firstSteps)[number];

/** Done once their page was opened: there is nothing to enter. */
export const readSteps = ['shipping', 'payment'] as const satisfies readonly FirstStep[];
export type ReadStep = (typeof readSteps)[number];

export interface DashboardFrame {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  /** null: Shopify is not offered. */
  store: 'connected' | 'not_connected' | null;
  /** What a new seller has not done yet; empty from the first order on. */
  first_steps?: FirstStep[];
}

/** For islands without props; null for staff. */
export const showDashboard = endpoint<{
  frame: DashboardFrame | null;
  seller_id: number | null;
  fee_bps: number;
  contact_email: string;
}>()('GET /dashboard/frame');

export const readFirstStep = endpoint<undefined>()('PUT /marketplace/sellers/first_steps');

export const INCOMPLETE_PROFILE =
  "Products you've created won't be published until your profile is completed.";

export interface ManageProfileProps {
  frame: DashboardFrame | null;
  seller: SellerProfile;
}

export const manageProfile: Island<ManageProfileProps> = { id: 'manage-profile' };
