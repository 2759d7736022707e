import type { ISchema } from 'yup';
import { endpoint } from '../contract/endpoint';
import { email, object, paged, REQUIRED, requiredText, string, text } from '../contract/fields';
import { island } from '../contract/island';
import { type FollowerCount, followerCounts, MAX_DESCRIPTION, type SellerProfile } from './contract';

export interface CuratedSeller extends SellerProfile {
  /** null: no account yet. */
  user_email: string | null;
  user_id: number | null;
  /** The account has no password yet. */
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

const orNull = (value: unknown) => (value === '' ? null : value);
const optional = (most: number) => text(most).nullable().transform(orNull);
const followers = () =>
  string<FollowerCount>()
    .nullable()
    .transform(orNull)
    .oneOf([...followerCounts, null], 'Choose a follower count');

const fields = object({
  name: text(255).min(1, REQUIRED).nullable(),
  description: optional(MAX_DESCRIPTION),
  logo: optional(2_000),
  banner: optional(2_000),
  tiktok_handle: optional(100),
  tiktok_count: followers(),
  insta_handle: optional(100),
  instagram_count: followers(),
});

const body = object({ seller: fields }).meta({ root: 'seller' }) as unknown as ISchema<{
  seller: CuratedSellerInput;
}>;

export const curatedSellerForm = object({
  name: requiredText(255),
  description: text(MAX_DESCRIPTION),
  logo: text(2_000),
  banner: text(2_000),
  tiktok_handle: text(100),
  tiktok_count: string(),
  insta_handle: text(100),
  instagram_count: string(),
});

export const listSellers = endpoint<{ sellers: CuratedSeller[]; total: number }>()(
  'GET /admin/sellers',
  null,
  paged().shape({ query: text(200) }),
);
export const createSeller = endpoint<CuratedSeller>()('POST /admin/sellers', body);
export const updateCuratedSeller = endpoint<CuratedSeller>()('PUT /admin/sellers/:id', body);

export const invitationForm = object({ email: email().required(REQUIRED) });
export const inviteSeller = endpoint<CuratedSeller>()('POST /admin/sellers/:id/invite', invitationForm);

export const sellerCuration = island<{
  list: { sellers: CuratedSeller[]; total: number };
  page: number;
  query: string;
  /** The seller in the query: `?seller=12`. */
  chosen: CuratedSeller | null;
}>('seller-curation');
