import type { UserStatus } from '../contract/account-status';
import type { Capability, Role } from '../contract/capabilities';
import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents } from '../contract/money';

export { type UserStatus, userStatuses } from '../contract/account-status';
export { ownPath } from '../contract/own-path';

/** Who of a company did something. */
export interface Author {
  id: number;
  name: string;
  kind: 'person' | 'key';
}

export type UserKind = 'buyer' | 'seller' | 'staff';

export const features = ['shopify', 'alternate_routes'] as const;

export type Feature = (typeof features)[number];

/** Cents; null: no limit. */
export interface SpendingLimits {
  readonly order_cents: Cents | null;
  readonly month_cents: Cents | null;
}

export interface CurrentUser {
  id: number;
  email: string;
  full_name: string;
  image_url: string | null;
  status: UserStatus;
  admin: boolean;
  buyer: { id: number; name: string; category: string } | null;
  seller: { id: number; name: string; description: string } | null;
  profile_complete: boolean;
  seller_has_products: boolean;
  has_shopify_session: boolean;
  shopify_shop_name: string | null;
  shopify_shop_url: string | null;
  features: { shopify: boolean; alternate_routes: boolean };
  release_notes: { id: number; created_at: string; body: string }[];
  /** null for staff, as are the next two. */
  role: Role | null;
  company: { id: number; kind: 'buyer' | 'seller'; name: string } | null;
  capabilities: readonly Capability[] | null;
  limits: SpendingLimits;
}

export interface SignedIn {
  user: CurrentUser;
}

export const login = endpoint<SignedIn>()('POST /login', 'A');

export const logout = endpoint<undefined>()('DELETE /logout', 'A');

export const me = endpoint<SignedIn>()('GET /me');

export const currentUser = endpoint<{ user: CurrentUser | null; errors?: string[] }>()('GET /current_user');
export const magicSignIn = endpoint<SignedIn>()('GET /magic_sign_in', 'A');

interface InDialog {
  /** False in the dialog of the home page, which has a title of its own. */
  titled?: boolean;
}

/** Of the demo data, entered in one click. */
export interface DemoAccount {
  email: string;
  password: string;
  who: string;
}

interface OffersDemo {
  demoAccounts?: readonly DemoAccount[];
}

export const signIn: Island<InDialog & OffersDemo & { returnTo: string | null }> = { id: 'sign-in' };

export const signUp: Island<InDialog> = { id: 'sign-up' };

export const authModal: Island<OffersDemo> = { id: 'auth-modal' };

interface Account {
  name: string;
  email: string;
}

export interface MagicSignInProps {
  token: string;
  /** null: the page continues without asking. `owner` is null for an expired link. */
  question: { viewer: Account; owner: Account | null } | null;
}

export const magicSignInIsland: Island<MagicSignInProps> = { id: 'magic-sign-in' };

export interface PersonPage {
  id: number;
  kind: 'buyer' | 'seller';
  email: string;
  full_name: string;
  company: string;
  category: string;
  status: UserStatus;
  created_at: string;
  role: Role;
  primary: boolean;
  /** null of the primary owner. */
  member_role: Role | null;
  /** The others of the company. */
  members: {
    id: number;
    full_name: string;
    email: string;
    role: Role;
    primary: boolean;
    status: UserStatus;
  }[];
  features: { shopify: boolean; alternate_routes: boolean };
  second_factor: boolean;
  history: { at: string; actor: string; action: string; before: unknown; after: unknown }[];
}

export const showPerson = endpoint<PersonPage>()('GET /admin/people/:id');
export const updatePerson = endpoint<PersonPage>()('PUT /admin/people/:id');

export const approvePerson = endpoint<PersonPage>()('POST /admin/people/:id/approve');
export const denyPerson = endpoint<PersonPage>()('POST /admin/people/:id/deny');

export const personIsland: Island<{ person: PersonPage }> = { id: 'person' };
