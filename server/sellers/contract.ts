import type { UserStatus } from '../accounts/contract';
import type { Address } from '../addresses/contract';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents } from '../contract/money';
import type { ShippingTerms } from '../contract/shipping-terms';
import type { FirstStep, FollowerCount } from './rules';

export interface SellerProfile {
  id: number;
  name: string;
  description: string;
  /** The form sends it back when the picture stays; the same as `logo_url`. */
  logo: string | null;
  logo_url: string | null;
  banner: string | null;
  banner_url: string | null;
  tiktok_handle: string | null;
  tiktok_count: FollowerCount | null;
  insta_handle: string | null;
  instagram_count: FollowerCount | null;
  profile_complete: boolean;
  min_order_cents?: Cents | null;
}

type Text = string | null;

/** Absent: unchanged; null: removed. */
export interface SellerInput {
  logo?: Text;
  banner?: Text;
  name?: Text;
  description?: Text;
  min_order_cents?: Cents | null;
}

export const showSeller = endpoint<SellerProfile>()('GET /marketplace/sellers/:id');
export const currentSeller = endpoint<SellerProfile>()('GET /marketplace/sellers/current_seller');
export const updateSeller = endpoint<SellerProfile>()('PUT /marketplace/sellers/update');

export interface DashboardFrame {
  name: string;
  profile_complete: boolean;
  has_products: boolean;
  reads_earnings: boolean;
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

export interface ManageProfileProps {
  frame: DashboardFrame | null;
  seller: SellerProfile;
}

export const manageProfile: Island<ManageProfileProps> = { id: 'manage-profile' };

export interface ShippingSettings {
  terms: ShippingTerms[];
  /** Business days between payment and shipment. */
  handling_days: number;
  ships_to_canada: boolean;
}

interface ShippingAnswer {
  shipping: ShippingSettings;
}

export const showShippingSettings = endpoint<ShippingAnswer>()('GET /marketplace/sellers/shipping');
export const updateShippingSettings = endpoint<ShippingAnswer>()('PUT /marketplace/sellers/shipping');

export const settingsShipping: Island<{
  shipping: ShippingSettings;
  locations: Address[];
  company: string;
  is_unread: boolean;
}> = { id: 'settings-shipping' };

export interface CuratedSeller extends SellerProfile {
  user_email: string | null;
  user_id: number | null;
  user_status: UserStatus | null;
  invited: boolean;
  products_count: number;
  suspended: boolean;
}

/** Absent: unchanged; null or blank: removed. The name cannot be removed. */
export interface CuratedSellerInput {
  name?: Text;
  description?: Text;
  logo?: Text;
  banner?: Text;
  tiktok_handle?: Text;
  tiktok_count?: FollowerCount | null;
  insta_handle?: Text;
  instagram_count?: FollowerCount | null;
}

export const listSellers = endpoint<{ sellers: CuratedSeller[]; total: number }>()('GET /admin/sellers');
export const createSeller = endpoint<CuratedSeller>()('POST /admin/sellers');
export const updateCuratedSeller = endpoint<CuratedSeller>()('PUT /admin/sellers/:id');
export const inviteSeller = endpoint<CuratedSeller>()('POST /admin/sellers/:id/invite');

export const sellerCuration: Island<{
  list: { sellers: CuratedSeller[]; total: number };
  page: number;
  query: string;
  chosen: CuratedSeller | null;
}> = { id: 'seller-curation' };
