import type { InvitationRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import type { ErrorCode } from '../../contract/error-codes';
import { HttpError, Invalid, NotFound } from '../../http/errors';
import { limit } from '../../http/rate-limit';
import type { Services } from '../../services';
import { audit } from '../audit';
import { newToken } from '../sessions/one-time-tokens';
import { type Company, lockAsManager, nameOf, ofCompany, type Trader } from './company';
import type { Invitation } from './contract';
import { sendInvitation } from './mailer';
import { type MemberChange, membershipIn } from './members';
import { invitationDocument } from './queries';
import { INVITATION_DAYS, INVITATIONS_PER_DAY, MAX_MEMBERS } from './rules';

interface Invited extends MemberChange {
  readonly email: string;
}

/** Counts a mail to an address that may not know us. Throws 429. */
function invitationQuota(services: Pick<Services, 'config' | 'limitsPool' | 'metrics'>) {
  const invitations = limit(services, 'invitations');
  return async ({ kind, id }: Company) => {
    if (services.config.rateLimits)
      await invitations.consume(`${kind} ${id}`, `You can send ${INVITATIONS_PER_DAY} invitations a day.`);
  };
}

const openInvitations = (tx: Tx, company: Company) =>
  tx('invitations').where(ofCompany(company)).whereNull('accepted_at').whereNull('revoked_at');

/** Named beside the field, too. */
const TakenAddress = (error: string, code: ErrorCode) =>
  new HttpError(409, { error, code, field_errors: { email: [error] } });

async function requireNewAddress(tx: Tx, company: Company, email: string) {
  const member = await tx('users').where(ofCompany(company)).where({ email }).first('id');
  if (member) throw TakenAddress(`${email} is already a member.`, 'already_member');
  // One that expired makes room for the new one.
  await openInvitations(tx, company)
    .where({ email })
    .where('expires_at', '<=', tx.fn.now())
    .update({ revoked_at: tx.fn.now() });
  if (await openInvitations(tx, company).where({ email }).first('id'))
    throw TakenAddress(`${email} already has an open invitation.`, 'already_invited');
}

/** Open invitations hold their places. */
async function requireRoom(tx: Tx, company: Company, exceptId = 0) {
  const [members, invited] = await Promise.all([
    tx('users').where(ofCompany(company)).whereNotIn('status', ['removed', 'key']).select('id'),
    openInvitations(tx, company)
      .where('expires_at', '>', tx.fn.now())
      .whereNot({ id: exceptId })
      .select('id'),
  ]);
  if (members.length + invited.length >= MAX_MEMBERS)
    throw Invalid(`A company can have up to ${MAX_MEMBERS} members`);
}

const lifeOf = (tx: Tx) => tx.raw('now() + make_interval(days => ?)', [INVITATION_DAYS]) as unknown as Date;

const documentOf = ({ inviter, ...row }: InvitationRow & { inviter: string }): Invitation =>
  invitationDocument({ ...row, inviter });

export function createInvitations(services: Services) {
  const { transaction } = services;
  const count = invitationQuota(services);

  return {
    /** Throws 409 for members and those who are invited, 422 for the 51st, 429 for the 21st of a day. */
    invite: (viewer: Trader, { email, ...membership }: Invited): Promise<Invitation> =>
      transaction(async (tx) => {
        const { company } = await lockAsManager(tx, viewer);
        const wanted = membershipIn(company, membership);
        await requireNewAddress(tx, company, email);
        await requireRoom(tx, company);
        await count(company);
        const { token, digest } = newToken();
        const [row] = await tx('invitations')
          .insert({
            ...ofCompany(company),
            ...wanted,
            email,
            digest,
            invited_by: viewer.id,
            expires_at: lifeOf(tx),
          })
          .returning('*');
        if (!row) throw new Error('The invitation was not written');
        const invitation = documentOf({ ...row, inviter: nameOf(viewer) });
        await sendInvitation(tx, { company, invitation, token });
        const after = { email, role: row.role };
        await audit(tx, viewer, 'company.invite', 'invitation', row.id, { after, company });
        return invitation;
      }),

    /** A new link for 7 days; the one before ends. */
    resend: (viewer: Trader, id: number): Promise<Invitation> =>
      transaction(async (tx) => {
        const { company } = await lockAsManager(tx, viewer);
        await requireRoom(tx, company, id);
        const { token, digest } = newToken();
        const [row] = await openInvitations(tx, company)
          .where({ id })
          .update({ digest, expires_at: lifeOf(tx), invited_by: viewer.id })
          .returning('*');
        if (!row) throw NotFound();
        await count(company);
        const invitation = documentOf({ ...row, inviter: nameOf(viewer) });
        await sendInvitation(tx, { company, invitation, token });
        const after = { email: row.email };
        await audit(tx, viewer, 'company.resend_invitation', 'invitation', id, { after, company });
        return invitation;
      }),

    withdraw: (viewer: Trader, id: number): Promise<undefined> =>
      transaction(async (tx) => {
        const { company } = await lockAsManager(tx, viewer);
        const [row] = await openInvitations(tx, company)
          .where({ id })
          .update({ revoked_at: tx.fn.now() })
          .returning('email');
        if (!row) throw NotFound();
        const after = { email: row.email };
        await audit(tx, viewer, 'company.withdraw_invitation', 'invitation', id, { after, company });
        return undefined;
      }),
  };
}
