import { type Capability, capabilitiesOf, type Role } from '../../contract/capabilities';
import { dollars } from '../../contract/money';
import type { SpendingLimits } from '../contract';

export const MAX_MEMBERS = 50;
export const INVITATION_DAYS = 7;
export const INVITATIONS_PER_DAY = 20;

type CompanyKind = 'buyer' | 'seller';

/** In the order of the choice. */
export const rolesOf: Readonly<Record<CompanyKind, readonly Role[]>> = {
  buyer: ['approver', 'purchaser', 'viewer', 'owner'],
  seller: ['manager', 'warehouse', 'owner'],
};

export const allRoles: readonly Role[] = [...new Set([...rolesOf.buyer, ...rolesOf.seller])];

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  approver: 'Approver',
  purchaser: 'Purchaser',
  viewer: 'Viewer',
  manager: 'Manager',
  warehouse: 'Warehouse',
};

/** Within a sentence: `joined as a purchaser`. */
export const rolePhrases: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  approver: 'an approver',
  purchaser: 'a purchaser',
  viewer: 'a viewer',
  manager: 'a manager',
  warehouse: 'warehouse staff',
};

/** What each may do, after its label or phrase and a colon. */
export const roleLines: Readonly<Record<Role, string>> = {
  owner: 'everything, members included',
  approver: 'approves requests and buys without a limit',
  purchaser: 'buys and negotiates within limits',
  viewer: 'sees everything, changes nothing',
  manager: 'products and offers',
  warehouse: 'orders to ship, no prices',
};

/** Of the other roles, no act is limited. */
export const hasLimits = (role: Role) => role === 'purchaser';

/** '$500.00 per order, $2,000.00 per 30 days', or '' without limits. */
export const limitsText = ({ order_cents, month_cents }: SpendingLimits) =>
  [
    order_cents !== null && `${dollars(order_cents)} per order`,
    month_cents !== null && `${dollars(month_cents)} per 30 days`,
  ]
    .filter(Boolean)
    .join(', ');

export const can = (kind: CompanyKind, role: Role | null, capability: Capability) =>
  capabilitiesOf(kind, role ?? 'owner').includes(capability);
