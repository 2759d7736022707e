import type { Knex } from 'knex';
import { violates } from '../../../db/sql';
import type { InvitationRow, UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { Role } from '../../contract/capabilities';
import { Conflict, HttpError, Invalid } from '../../http/errors';
import type { Services } from '../../services';
import { audit } from '../audit';
import type { UserStatus } from '../contract';
import { ownerChanged } from '../owner-cache';
import { requireGoodPassword } from '../passwords/change';
import { hashPassword } from '../passwords/hash';
import { digestOf } from '../sessions/one-time-tokens';
import { type SignInProof, signOutEverywhere } from '../sessions/session';
import {
  type Company,
  companyKeyOf,
  endInvitationsBy,
  lockCompany,
  lockUsers,
  nameOf,
  roleOf,
} from './company';
import { memberJoined } from './mailer';
import { type Account, accountOf, moveBlockers } from './moving';
import { joinForm } from './schema';

const ENDED = 'This invitation has expired or was withdrawn. Ask for a new one.';

const InvitationEnded = () => Invalid(ENDED, undefined, { code: 'invitation_ended' });

const AccountChanged = () => Conflict('This address has an account by now. Open the link again to move it.');

const MoveBlocked = (company: Company, blockers: readonly string[]) =>
  new HttpError(409, {
    error: `Your account can't move to ${company.name} yet. ${blockers.join(' ')}`,
    code: 'move_blocked',
    blockers,
  });

/** One that can be accepted. Denying a company ends what it invited to. */
export async function openInvitation(db: Knex, token: string): Promise<InvitationRow | null> {
  const row = await db('invitations')
    .where({ digest: digestOf(token), accepted_at: null, revoked_at: null })
    .where('expires_at', '>', db.fn.now())
    .whereExists((primary) =>
      primary
        .from('users')
        .whereRaw('(users.buyer_id = invitations.buyer_id or users.seller_id = invitations.seller_id)')
        .whereRaw("users.is_primary and users.status not in ('provisional', 'denied')"),
    )
    .first();
  return row ?? null;
}

/** Under the company's lock: of concurrent calls, one gets the invitation. Throws 422. */
async function takeInvitation(tx: Tx, token: string): Promise<InvitationRow> {
  const open = await openInvitation(tx, token);
  if (!open) throw InvitationEnded();
  await tx('invitations').where({ id: open.id }).update({ accepted_at: tx.fn.now() });
  return open;
}

export const companyOfInvitation = (row: InvitationRow) => {
  const company = companyKeyOf(row);
  if (!company) throw new Error(`Invitation ${row.id} is of no company`);
  return company;
};

async function membershipFor(tx: Tx, company: Company, row: InvitationRow) {
  const { role, order_limit_cents, month_limit_cents } = row;
  const sides = { buyer_id: row.buyer_id, seller_id: row.seller_id };
  const limits = { order_limit_cents, month_limit_cents };
  return { ...sides, ...limits, role, is_primary: false, status: await statusIn(tx, company) };
}

/** A seller's people are onboarded once its profile is there. */
async function statusIn(tx: Tx, { kind, id }: Company): Promise<UserStatus> {
  if (kind === 'buyer') return 'onboarded';
  const seller = await tx('sellers').where({ id }).first('profile_complete');
  return seller?.profile_complete ? 'onboarded' : 'password_created';
}

type NewColleague = Pick<UserRow, 'id' | 'full_name' | 'email'>;

const loggedNames = (user: NewColleague) => ({ name: nameOf(user), email: user.email });

async function joined(tx: Tx, company: Company, user: NewColleague, role: Role) {
  await memberJoined(tx, company, user, role);
  await audit(tx, user, 'company.join', 'user', user.id, { after: loggedNames(user), company });
}

interface NewMember {
  readonly full_name: string;
  readonly digest: string;
}

const join = ({ transaction }: Services, invited: InvitationRow, token: string, member: NewMember) =>
  transaction(async (tx) => {
    const company = await lockCompany(tx, companyOfInvitation(invited));
    const row = await takeInvitation(tx, token);
    const [user] = await tx('users')
      .insert({
        ...(await membershipFor(tx, company, row)),
        email: row.email,
        full_name: member.full_name,
        password_digest: member.digest,
      })
      .returning(['id', 'full_name', 'email'])
      .catch((error: unknown) => {
        throw violates(error, 'users_email_unique') ? AccountChanged() : error;
      });
    if (!user) throw new Error('The member was not written');
    await joined(tx, company, user, row.role);
    return user.id;
  });

/** Both companies' rows by id, then the account's. Throws 409 with `blockers`. */
const move = ({ transaction }: Services, invited: InvitationRow, token: string, account: Account) =>
  transaction(async (tx) => {
    const [to, from] = [companyOfInvitation(invited), companyKeyOf(account)];
    const company = await lockBoth(tx, to, from?.kind === to.kind ? from : to);
    const row = await takeInvitation(tx, token);
    const [user] = from ? await lockUsers(tx, from, [account.id]) : [];
    const blockers = await moveBlockers(tx, user ?? account, to);
    if (blockers.length > 0) throw MoveBlocked(company, blockers);
    if (!from || !user) throw AccountChanged();
    const { status, ...membership } = await membershipFor(tx, company, row);
    await tx('users')
      .where({ id: user.id })
      // Without a password the account's first step is still to create one.
      .update({ ...membership, ...(user.password_digest && { status }), updated_at: tx.fn.now() });
    await signOutEverywhere(tx, user.id);
    await endInvitationsBy(tx, user.id);
    const left = { before: { role: roleOf(user) }, after: { ...loggedNames(user), role: null } };
    await audit(tx, user, 'company.leave', 'user', user.id, { ...left, company: from });
    ownerChanged(tx, { userId: user.id });
    await joined(tx, company, user, row.role);
    return user.id;
  });

type Key = Pick<Company, 'kind' | 'id'>;

async function lockBoth(tx: Tx, to: Key, from: Key): Promise<Company> {
  if (to.id === from.id) return lockCompany(tx, to);
  if (from.id < to.id) await lockCompany(tx, from);
  const company = await lockCompany(tx, to);
  if (from.id > to.id) await lockCompany(tx, from);
  return company;
}

interface Acceptance {
  readonly token: string;
  readonly full_name?: string | undefined;
  readonly password?: string | undefined;
  readonly confirm_password?: string | undefined;
}

interface Joined {
  readonly userId: number;
  readonly proof: SignInProof;
}

/** Throws 422 for every ended link alike. */
export async function acceptInvitation(services: Services, { token, ...form }: Acceptance): Promise<Joined> {
  const invited = await openInvitation(services.db, token);
  if (!invited) throw InvitationEnded();
  const account = await accountOf(services.db, invited.email);
  if (!account) {
    const { full_name } = await joinForm.validate(form, { abortEarly: false });
    const digest = await hashPassword(await requireGoodPassword(form));
    const userId = await join(services, invited, token, { full_name, digest });
    return { userId, proof: { method: 'new_password', expectedDigest: digest, isConfirmed: false } };
  }
  // A person who filled in the form does not expect their password to be dropped.
  if (form.password) throw AccountChanged();
  const userId = await move(services, invited, token, account);
  // The link proves the mailbox, not the password.
  return {
    userId,
    proof: { method: 'magic', expectedDigest: account.password_digest, isConfirmed: false },
  };
}
