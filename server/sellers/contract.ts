import { endpoint } from '../contract/endpoint';
import type { Cents } from '../contract/money';

export const followerCounts = ['<100K', '100K+', '500K+', '1M+'] as const;
export type FollowerCount = (typeof followerCounts)[number];

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

export const MAX_DESCRIPTION = 550;
export const MIN_MINIMUM_CENTS = 100;
export const MAX_MINIMUM_CENTS = 99_999_999;
export const MINIMUM_OUT_OF_RANGE = 'Enter an amount from $1.00 to $999,999.99';
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
