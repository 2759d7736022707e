import { boolean, object, string, text } from '../contract/fields';

const corrections = {
  full_name: text(200),
  company: text(200),
  kind: string<'buyer' | 'seller'>().oneOf(['buyer', 'seller']),
};

export const personForm = object(corrections);

export const updatePersonBody = object({
  ...corrections,
  features: object({ shopify: boolean(), alternate_routes: boolean() }).default(undefined),
});
