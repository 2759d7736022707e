import { violates } from '../../db/sql';
import type { UserRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { Conflict, NotFound } from '../http/errors';
import type { Services } from '../services';
import { audit } from './audit';
import { invitation } from './mailer';
import type { Staff } from './policy';
import { issueToken } from './sessions/one-time-tokens';
import { signOutEverywhere } from './sessions/session';

const emailTaken = (email: string) => (error: unknown) => {
  throw violates(error, 'users_email_unique') ? Conflict(`${email} already has an account.`) : error;
};

const newAccount = (tx: Tx, sellerId: number, email: string) =>
  tx('users')
    .insert({ email, status: 'approved', seller_id: sellerId })
    .returning('*')
    .catch(emailTaken(email));

/** Whether staff created the account and its link is unused. Applicants chose their own address. */
async function isOnlyInvited(tx: Tx, { id, seller_id, status }: UserRow) {
  const [invited, followed] = await Promise.all([
    tx('audit_log').where({ action: 'invite_seller', subject_id: seller_id }).first('id'),
    tx('one_time_tokens').where({ user_id: id }).whereNotNull('used_at').first('id'),
  ]);
  return status === 'approved' && invited !== undefined && followed === undefined;
}

async function changeAddress(tx: Tx, invited: UserRow, email: string): Promise<UserRow[]> {
  if (invited.email.toLowerCase() === email) return [invited];
  await signOutEverywhere(tx, invited.id);
  return tx('users')
    .where({ id: invited.id })
    .update({ email, updated_at: tx.fn.now() })
    .returning('*')
    .catch(emailTaken(email));
}

/** Throws 409 where someone else has joined already. */
async function invitedAccount(tx: Tx, { id, name }: { id: number; name: string }, email: string) {
  const joined = await tx('users').where({ seller_id: id, is_primary: true }).first();
  const same = joined?.email.toLowerCase() === email;
  if (joined && (joined.password_digest !== null || !(same || (await isOnlyInvited(tx, joined)))))
    throw Conflict(`${joined.email} already joined ${name}.`);
  const [added] = await (joined ? changeAddress(tx, joined, email) : newAccount(tx, id, email));
  if (!added) throw new Error('The account was not written');
  return added;
}

/** Inviting again sends a fresh link, also to a corrected address. Throws 409 where either already has an account. */
export const inviteToSeller = (
  { transaction }: Pick<Services, 'transaction'>,
  sellerId: number,
  email: string,
  by: Staff,
) =>
  transaction(async (tx) => {
    const seller = await tx('sellers').where({ id: sellerId }).forUpdate().first('id', 'name');
    if (!seller) throw NotFound();
    const added = await invitedAccount(tx, seller, email);
    if (added.status !== 'approved')
      throw Conflict(`${email} already applied. Approve or deny that application instead.`);
    const token = await issueToken(tx, added.id, 'magic');
    await invitation(tx, { email, token, sellerName: seller.name });
    await audit(tx, by, 'invite_seller', 'seller', sellerId, { after: { email } });
  });
