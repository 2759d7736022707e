import type { Role } from '../../contract/capabilities';
import { endpoint } from '../../contract/endpoint';
import type { Island } from '../../contract/island';
import type { UserStatus } from '../contract';

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

export interface Application {
  full_name?: string | undefined;
  email?: string | undefined;
  buyer_name?: string | undefined;
  buyer_category?: string | undefined;
  seller_name?: string | undefined;
  seller_category?: string | undefined;
}

export const apply = endpoint<object>()('POST /profiles');

export interface ApplicationRow {
  id: number;
  kind: 'buyer' | 'seller';
  full_name: string;
  email: string;
  company: string;
  /** Of who joined the company later; null for who applied for it, or took it over. */
  member_role: Role | null;
  category: string;
  status: UserStatus;
  created_at: string;
}

export interface ApplicationList {
  applications: ApplicationRow[];
  total: number;
  waiting: number;
  counts: Record<UserStatus, number>;
}

export const listApplications = endpoint<ApplicationList>()('GET /admin/applications');

export const approve = endpoint<ApplicationRow>()('POST /admin/applications/:id/approve');

export const deny = endpoint<ApplicationRow>()('POST /admin/applications/:id/deny');

export interface DenialEmail {
  to: string;
  subject: string;
  text: string;
}

export const previewDenial = endpoint<DenialEmail>()('GET /admin/applications/:id/denial_email');

export const buyerApplication: Island = { id: 'buyer-application' };

export const sellerApplication: Island = { id: 'seller-application' };

export const applications: Island<{
  list: ApplicationList;
  page: number;
  query: string;
  status: string;
}> = { id: 'applications' };
