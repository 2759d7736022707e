import { shippingTerms } from '../contract/shipping-terms';
import {
  cents,
  count,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  tagged,
  text,
} from '../openapi/answer';
import {
  currentSeller,
  type DashboardFrame,
  readFirstStep,
  type SellerProfile,
  type ShippingSettings,
  showDashboard,
  showShippingSettings,
  updateSeller,
  updateShippingSettings,
} from './contract';
import { firstSteps, followerCounts } from './rules';

const followers = nullable(oneOf(followerCounts));

const profile = object<SellerProfile>(
  {
    id,
    name: text,
    description: text,
    logo: nullable(text),
    logo_url: nullable(text),
    banner: nullable(text),
    banner_url: nullable(text),
    tiktok_handle: nullable(text),
    tiktok_count: followers,
    insta_handle: nullable(text),
    instagram_count: followers,
    profile_complete: flag,
    min_order_cents: optional(nullable(cents)),
  },
  'SellerProfile',
);

const shipping = object<{ shipping: ShippingSettings }>({
  shipping: object<ShippingSettings>({
    terms: list(oneOf(shippingTerms)),
    handling_days: count,
    ships_to_canada: flag,
  }),
});

const doc = tagged('Seller profile');

export default [
  doc(currentSeller, { summary: 'Show your own profile', answer: profile }),
  doc(updateSeller, {
    summary: 'Change the profile',
    answer: profile,
    example: { seller: { description: 'Overstock of our own brands.', min_order_cents: 25000 } },
  }),
  doc(showShippingSettings, { summary: 'Show how you ship', answer: shipping }),
  doc(updateShippingSettings, {
    summary: 'Change how you ship',
    answer: shipping,
    example: { shipping: { terms: ['seller_pays'], handling_days: 2, ships_to_canada: false } },
  }),
  doc(readFirstStep, {
    summary: 'Check off a first step of the dashboard',
    answer: null,
    example: { step: 'payment' },
  }),
  doc(showDashboard, {
    summary: 'Show the frame of the dashboard',
    answer: object<NonNullable<(typeof showDashboard)['reply']>>({
      frame: nullable(
        object<DashboardFrame>({
          name: text,
          profile_complete: flag,
          has_products: flag,
          reads_earnings: flag,
          store: nullable(oneOf(['connected', 'not_connected'])),
          first_steps: optional(list(oneOf(firstSteps))),
        }),
      ),
      seller_id: nullable(id),
      fee_bps: count,
      contact_email: text,
    }),
  }),
];
