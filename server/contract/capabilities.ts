/** What a member of a company may do: a role is a set of these, as the scope of an API key is. */
export type Capability =
  | 'company:read'
  | 'company:manage'
  | 'offers:read'
  | 'offers:write'
  | 'offers:approve'
  | 'orders:read'
  | 'orders:write'
  | 'orders:ship'
  | 'amounts:read'
  | 'earnings:read'
  | 'products:read'
  | 'products:write';

/** One capability, or several of which any one suffices. */
export type Needs = Capability | readonly Capability[];

/** What a call or page takes of a company's member; null: nothing. */
export type RouteNeeds = Needs | Readonly<Record<'buyer' | 'seller', Needs>> | null;

interface Member {
  readonly kind: 'buyer' | 'seller' | 'staff';
  readonly capabilities: readonly Capability[] | null;
}

const needsOf = (needs: Needs | Readonly<Record<'buyer' | 'seller', Needs>>, kind: 'buyer' | 'seller') =>
  typeof needs === 'object' && 'buyer' in needs ? needs[kind] : needs;

/** Staff have no capabilities and are not limited by them. */
export function isCapable({ kind, capabilities: held }: Member, needs: RouteNeeds): boolean {
  if (needs === null || held === null || kind === 'staff') return true;
  const needed = needsOf(needs, kind);
  return (typeof needed === 'string' ? [needed] : needed).some((capability) => held.includes(capability));
}

const viewer = ['company:read', 'offers:read', 'orders:read'] as const satisfies Capability[];
const purchaser = [...viewer, 'offers:write', 'orders:write'] as const satisfies Capability[];
const approver = [...purchaser, 'offers:approve'] as const satisfies Capability[];

const warehouse = ['company:read', 'orders:read', 'orders:ship'] as const satisfies Capability[];
const manager = [
  ...warehouse,
  'offers:read',
  'offers:write',
  'orders:write',
  'amounts:read',
  'products:read',
  'products:write',
] as const satisfies Capability[];

const buyerRoles: Readonly<Record<'owner' | 'approver' | 'purchaser' | 'viewer', readonly Capability[]>> = {
  owner: [...approver, 'company:manage'],
  approver,
  purchaser,
  viewer,
};

const sellerRoles: Readonly<Record<'owner' | 'manager' | 'warehouse', readonly Capability[]>> = {
  owner: [...manager, 'company:manage', 'earnings:read'],
  manager,
  warehouse,
};

const companyRoles = { buyer: buyerRoles, seller: sellerRoles } as const;

/** What only people may do: a key never decides who belongs to a company, nor on another's request. */
const PERSONAL: readonly Capability[] = ['company:manage', 'offers:approve'];

const forKeys = (held: readonly Capability[]) => held.filter((capability) => !PERSONAL.includes(capability));

/** What an API key may hold. */
export const keyCapabilities: Readonly<Record<'buyer' | 'seller', readonly Capability[]>> = {
  buyer: forKeys(buyerRoles.owner),
  seller: forKeys(sellerRoles.owner),
};

/** What a key needs for a call, any of them; none: the call isn't for keys. */
export function keyNeeds(kind: 'buyer' | 'seller', needs: RouteNeeds): readonly Capability[] {
  const needed = needs === null ? [] : needsOf(needs, kind);
  return forKeys(typeof needed === 'string' ? [needed] : needed);
}

export type Role = keyof typeof buyerRoles | keyof typeof sellerRoles;

/** Throws for a role of the other kind, which the database refuses (`users_role`). */
export function capabilitiesOf(kind: 'buyer' | 'seller', role: Role): readonly Capability[] {
  const held = (companyRoles[kind] as Readonly<Partial<Record<Role, readonly Capability[]>>>)[role];
  if (!held) throw new Error(`A ${kind} has no role ${role}`);
  return held;
}
