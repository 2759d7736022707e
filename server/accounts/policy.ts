import { isActive } from '../contract/account-status';
import type { Role } from '../contract/capabilities';
import type { Identity, May } from '../http/viewer';
import type { Feature, SpendingLimits, UserKind, UserStatus } from './contract';

export { anyone } from '../http/viewer';

export interface Person extends Identity {
  readonly kind: UserKind;
  readonly email: string;
  readonly full_name: string;
  readonly status: UserStatus;
  readonly features: readonly Feature[];
  readonly buyer_id: number | null;
  readonly seller_id: number | null;
  readonly has_password: boolean;
  /** Of staff; of others it is looked up where it counts. */
  readonly has_second_factor: boolean;
  readonly name: string;
  readonly has_description: boolean;
  readonly image: string | null;
  /** null for staff. */
  readonly role: Role | null;
  readonly is_primary: boolean;
  /** Of purchasers and keys; null: no limit. */
  readonly limits: SpendingLimits;
}

export interface Buyer extends Person {
  readonly kind: 'buyer';
  readonly buyer_id: number;
}

export interface Seller extends Person {
  readonly kind: 'seller';
  readonly seller_id: number;
}

export interface Staff extends Person {
  readonly kind: 'staff';
}

const person = (viewer: Identity | null) => viewer as Person | null;
const activeKind = (viewer: Identity | null) => {
  const account = person(viewer);
  return account && (account.via === 'key' || isActive(account)) ? account.kind : null;
};

export const signedIn: May<Person> = (viewer): viewer is Person => viewer !== null;
export const buyer: May<Buyer> = (viewer): viewer is Buyer => activeKind(viewer) === 'buyer';
export const seller: May<Seller> = (viewer): viewer is Seller => activeKind(viewer) === 'seller';
export const staff: May<Staff> = (viewer): viewer is Staff => activeKind(viewer) === 'staff';
export const trader: May<Buyer | Seller> = (viewer): viewer is Buyer | Seller =>
  buyer(viewer) || seller(viewer);
export const member: May<Buyer | Seller | Staff> = (viewer): viewer is Buyer | Seller | Staff =>
  activeKind(viewer) !== null;
export const sellerOrStaff: May<Seller | Staff> = (viewer): viewer is Seller | Staff =>
  seller(viewer) || staff(viewer);
/** Sellers have no page of all products (docs/rules.md#people). */
export const shopper: May<Buyer | Staff | null> = (viewer): viewer is Buyer | Staff | null =>
  viewer === null || buyer(viewer) || staff(viewer);
export const buyerOrStaff: May<Buyer | Staff> = (viewer): viewer is Buyer | Staff =>
  buyer(viewer) || staff(viewer);
