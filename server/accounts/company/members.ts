import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { isActive } from '../../contract/account-status';
import type { Role } from '../../contract/capabilities';
import { type Cents, cents } from '../../contract/money';
import { Conflict, Forbidden, Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import { audit } from '../audit';
import { revokeKeysOf } from '../keys/api-key';
import { ownerChanged } from '../owner-cache';
import { signOutEverywhere } from '../sessions/session';
import {
  activeOwners,
  type Company,
  companyOf,
  endInvitationsBy,
  isMember,
  lockAsManager,
  lockCompany,
  lockUsers,
  nameOf,
  roleOf,
  type Trader,
} from './company';
import { accessEnded, becamePrimary, limitsChanged, roleChanged } from './mailer';
import { hasLimits, rolesOf } from './rules';
import { CHOOSE_ROLE } from './schema';

export interface MemberChange {
  readonly role?: Role | undefined;
  /** Cents; null: no limit; undefined: unchanged. */
  readonly order_limit_cents?: number | null | undefined;
  readonly month_limit_cents?: number | null | undefined;
}

const toCents = (amount: number | null): Cents | null => (amount === null ? null : cents(amount));

/** Throws 422 for a role of the other kind. Roles without limits lose theirs. */
export function membershipIn(
  { kind }: Pick<Company, 'kind'>,
  { role, order_limit_cents = null, month_limit_cents = null }: MemberChange,
) {
  if (!role || !rolesOf[kind].includes(role)) throw Invalid(CHOOSE_ROLE, { role: [CHOOSE_ROLE] });
  return hasLimits(role)
    ? { role, order_limit_cents: toCents(order_limit_cents), month_limit_cents: toCents(month_limit_cents) }
    : { role, order_limit_cents: null, month_limit_cents: null };
}

/** The company's row and the two users, locked. Throws 403 unless the viewer manages it, 404 for a member who left meanwhile. */
async function lockMember(tx: Tx, viewer: Trader, id: number) {
  const { company, users } = await lockAsManager(tx, viewer, [id]);
  const member = users.find((user) => user.id === id);
  if (!member || !isMember(member)) throw NotFound();
  return { company, member };
}

/** For leaving. Throws 404 for a member who was denied or removed meanwhile. */
async function lockOneself(tx: Tx, viewer: Trader) {
  const company = await lockCompany(tx, companyOf(viewer));
  const [member] = await lockUsers(tx, company, [viewer.id]);
  if (!member || !isActive(member)) throw NotFound();
  return { company, member };
}

/** The primary owner stays one until another owner takes over. */
async function PrimaryStays(tx: Tx, company: Company, { id }: UserRow) {
  const other = await activeOwners(tx, company).whereNot({ id }).first('id');
  return other
    ? Conflict('Transfer ownership first.', 'transfer_first')
    : Conflict('A company needs at least one owner.', 'last_owner');
}

/** Holds for the next request: sockets come back with the new role. */
function rightsChanged(tx: Tx, userId: number) {
  ownerChanged(tx, { userId });
  tx.afterCommit(() => tx.cable.disconnect({ userId }, { reconnect: true }));
}

export const changeMember = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Trader,
  id: number,
  change: MemberChange,
) =>
  transaction(async (tx) => {
    const { company, member } = await lockMember(tx, viewer, id);
    const before = membershipIn(company, { ...member, role: roleOf(member) });
    const after = membershipIn(company, { ...before, ...definedOf(change) });
    if (member.is_primary && after.role !== 'owner') throw await PrimaryStays(tx, company, member);
    await tx('users')
      .where({ id })
      .update({ ...after, updated_at: tx.fn.now() });
    rightsChanged(tx, id);
    if (after.role !== 'owner') await endInvitationsBy(tx, id);
    const limits = { order_cents: after.order_limit_cents, month_cents: after.month_limit_cents };
    if (after.role !== before.role) await roleChanged(tx, company, member, { role: after.role, limits });
    else if (hasOtherLimits(before, after)) await limitsChanged(tx, company, member, limits);
    const name = nameOf(member);
    await audit(tx, viewer, 'company.change_member', 'user', id, {
      before,
      after: { name, ...after },
      company,
    });
  });

type Limits = Pick<ReturnType<typeof membershipIn>, 'order_limit_cents' | 'month_limit_cents'>;

const hasOtherLimits = (before: Limits, after: Limits) =>
  before.order_limit_cents !== after.order_limit_cents ||
  before.month_limit_cents !== after.month_limit_cents;

const definedOf = (change: MemberChange): MemberChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Frees the address and ends every sign-in, with the keys they created if asked; what the person did keeps their name. */
export const removeMember = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Trader,
  { id, revokesKeys }: { readonly id: number; readonly revokesKeys: boolean },
) =>
  transaction(async (tx) => {
    const isLeaving = id === viewer.id;
    const { company, member } = await (isLeaving ? lockOneself(tx, viewer) : lockMember(tx, viewer, id));
    if (member.is_primary) throw await PrimaryStays(tx, company, member);
    await accessEnded(tx, company, member);
    await tx('users')
      .where({ id })
      .update({
        status: 'removed',
        former_email: member.email,
        email: `removed-${id}@removed.invalid`,
        // Else the new address would sign in by the old password.
        password_digest: null,
        denied_with_company: false,
        updated_at: tx.fn.now(),
      });
    await signOutEverywhere(tx, id);
    await endInvitationsBy(tx, id);
    // Keys are the owners' to revoke, also for one who made them as an owner.
    if (revokesKeys && (!isLeaving || roleOf(member) === 'owner'))
      await revokeKeysOf(tx, viewer, company, id);
    ownerChanged(tx, { userId: id });
    const action = isLeaving ? 'company.leave' : 'company.remove_member';
    const after = { name: nameOf(member), email: member.email, role: null };
    await audit(tx, viewer, action, 'user', id, { before: { role: roleOf(member) }, after, company });
  });

const CHOOSE_OWNER = 'Choose an owner';

/** Throws 403 unless the viewer is the primary owner, 422 unless the other one is an owner who can sign in. */
export const transferOwnership = (
  { transaction }: Pick<Services, 'transaction'>,
  viewer: Trader,
  userId: number,
) =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, companyOf(viewer));
    const users = await lockUsers(tx, company, [viewer.id, userId]);
    if (!users.find(({ id }) => id === viewer.id)?.is_primary)
      throw Forbidden('Only the primary owner can transfer ownership.');
    const next = users.find(({ id }) => id === userId);
    if (!next || next.is_primary || !isActive(next) || roleOf(next) !== 'owner')
      throw Invalid(CHOOSE_OWNER, { user_id: [CHOOSE_OWNER] });
    // One after the other: at no time has a company two.
    await tx('users').where({ id: viewer.id }).update({ is_primary: false, updated_at: tx.fn.now() });
    await tx('users').where({ id: userId }).update({ is_primary: true, updated_at: tx.fn.now() });
    for (const id of [viewer.id, userId]) rightsChanged(tx, id);
    await becamePrimary(tx, company, next, nameOf(viewer));
    await audit(tx, viewer, 'company.transfer', 'user', userId, { after: { name: nameOf(next) }, company });
  });
