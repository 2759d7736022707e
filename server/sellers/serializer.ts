import type { SellerRow } from '../../db/tables';
import { publicUrl } from '../storage/keys';
import type { SellerProfile } from './contract';
import type { FollowerCount } from './rules';

const urlOf = (stored: string | null, size: 400 | 1200) => (stored ? publicUrl(stored, size) : null);

export function sellerProfile(row: SellerRow): SellerProfile {
  const logo = urlOf(row.logo, 400);
  const banner = urlOf(row.banner, 1200);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    logo,
    logo_url: logo,
    banner,
    banner_url: banner,
    tiktok_handle: row.tiktok_handle,
    tiktok_count: row.tiktok_count as FollowerCount | null,
    insta_handle: row.insta_handle,
    instagram_count: row.instagram_count as FollowerCount | null,
    profile_complete: row.profile_complete,
    min_order_cents: row.min_order_cents,
  };
}
