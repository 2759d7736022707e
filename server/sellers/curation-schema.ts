import type { ISchema } from 'yup';
import { email, object, paged, REQUIRED, requiredText, string, text } from '../contract/fields';
import type { CuratedSellerInput } from './contract';
import { type FollowerCount, followerCounts, MAX_DESCRIPTION } from './rules';

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

export const curatedSellerBody = object({ seller: fields }).meta({ root: 'seller' }) as unknown as ISchema<{
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

export const listSellersQuery = paged().shape({ query: text(200) });

export const invitationForm = object({ email: email().required(REQUIRED) });
