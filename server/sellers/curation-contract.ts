import type { UserStatus } from '../accounts/contract';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { FollowerCount, SellerProfile } from './contract';

export interface CuratedSeller extends SellerProfile {
  user_email: string | null;
  user_id: number | null;
  user_status: UserStatus | null;
  invited: boolean;
  products_count: number;
  suspended: boolean;
}

type Text = string | null;

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
