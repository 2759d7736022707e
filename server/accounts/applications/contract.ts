import { endpoint } from '../../contract/endpoint';
import { email, object, paged, REQUIRED, requiredText, string, text } from '../../contract/fields';
import { island } from '../../contract/island';
import { type UserStatus, userStatuses } from '../contract';

const productCategories = [
  'Apparel',
  'Beauty',
  'Consumables',
  'Footwear',
  'Home',
  'Pet',
  'Toys',
  'Other Category',
] as const;

export const sellerCategories: readonly string[] = productCategories;

export const buyerCategories: readonly string[] = [
  ...productCategories,
  'Off-price retail',
  'Online reseller',
  'Discount store',
  'Liquidator',
  'Exporter',
  'Other',
];

const INVALID_CATEGORY = 'Invalid category';

const category = (among: readonly string[]) => string().required(REQUIRED).oneOf(among, INVALID_CATEGORY);

export const buyerApplicationForm = object({
  full_name: requiredText(200),
  email: email().required(REQUIRED),
  buyer_name: requiredText(200),
  buyer_category: category(buyerCategories),
});

export const sellerApplicationForm = object({
  seller_name: requiredText(200),
  email: email().required(REQUIRED),
  seller_category: category(sellerCategories),
});

/** Each form validates with its own schema; the fields decide which one. */
export interface Application {
  full_name?: string | undefined;
  email?: string | undefined;
  buyer_name?: string | undefined;
  buyer_category?: string | undefined;
  seller_name?: string | undefined;
  seller_category?: string | undefined;
}

const anyText = () => string().max(1_000);

export const apply = endpoint<object>()(
  'POST /profiles',
  object({
    profile: object({
      full_name: anyText(),
      email: anyText(),
      buyer_name: anyText(),
      buyer_category: anyText(),
      seller_name: anyText(),
      seller_category: anyText(),
    }).required(),
  }).meta({ root: 'profile' }),
);

export interface ApplicationRow {
  id: number;
  kind: 'buyer' | 'seller';
  full_name: string;
  email: string;
  company: string;
  category: string;
  status: UserStatus;
  created_at: string;
}

export const listApplications = endpoint<{
  applications: ApplicationRow[];
  total: number;
  waiting: number;
}>()(
  'GET /admin/applications',
  null,
  paged().shape({ query: text(200), status: string().oneOf([...userStatuses, '']) }),
);

export const approve = endpoint<ApplicationRow>()('POST /admin/applications/:id/approve');

export const deny = endpoint<ApplicationRow>()('POST /admin/applications/:id/deny');

export const buyerApplication = island('buyer-application');

export const sellerApplication = island('seller-application');

export const applications = island<{
  list: { applications: ApplicationRow[]; total: number; waiting: number };
  page: number;
  query: string;
  status: string;
}>('applications');
