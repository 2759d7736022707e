import type { ISchema } from 'yup';
import { endpoint } from '../contract/endpoint';
import { object, REQUIRED, requiredText, text } from '../contract/fields';

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
}

export const MAX_DESCRIPTION = 550;

/** Pictures are upload keys, or the addresses that the profile was read with. */
export const sellerProfileForm = object({
  logo: text(2_000).required(REQUIRED),
  banner: text(2_000),
  name: requiredText(255),
  description: requiredText(MAX_DESCRIPTION),
});

type Text = string | null;

/** Absent: unchanged; null: removed. */
export interface SellerInput {
  logo?: Text;
  banner?: Text;
  name?: Text;
  description?: Text;
}

const orNull = (schema: ReturnType<typeof text>) =>
  schema.nullable().transform((value: unknown) => (value === '' ? null : value));

const sellerFields = object({
  logo: orNull(text(2_000)),
  banner: orNull(text(2_000)),
  name: orNull(text(255)),
  description: orNull(text(MAX_DESCRIPTION)),
});

const sellerBody = object({ seller: sellerFields }).meta({ root: 'seller' }) as unknown as ISchema<{
  seller: SellerInput;
}>;

export const showSeller = endpoint<SellerProfile>()('GET /marketplace/sellers/:id');
export const currentSeller = endpoint<SellerProfile>()('GET /marketplace/sellers/current_seller');
export const updateSeller = endpoint<SellerProfile>()('PUT /marketplace/sellers/update', sellerBody);
