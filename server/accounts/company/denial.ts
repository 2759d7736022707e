import { idsOf } from '../../../db/rows';
import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { isAdmitted } from '../../contract/account-status';
import { Conflict } from '../../http/errors';
import { ownerChanged } from '../owner-cache';
import { signOutEverywhere } from '../sessions/session';
import { companyKeyOf, ofCompany } from './company';

type Owner = Pick<UserRow, 'id' | 'buyer_id' | 'seller_id'>;

/** Needs the company's lock, as the others. By id, as every act locks people. */
function otherMembers(tx: Tx, { id, ...sides }: Owner) {
  const company = companyKeyOf(sides);
  if (!company) throw new Error(`User ${id} is of no company`);
  return tx('users').where(ofCompany(company)).whereNot({ id }).orderBy('id').forNoKeyUpdate();
}

/** Those whom staff denied by themselves stay so when the company is restored. */
export async function denyMembers(tx: Tx, owner: Owner) {
  const members = await otherMembers(tx, owner).whereIn('status', [
    'approved',
    'password_created',
    'onboarded',
  ]);
  await tx('users')
    .whereIn('id', idsOf(members))
    .update({ status: 'denied', denied_with_company: true, updated_at: tx.fn.now() });
  for (const { id } of members) await signOutEverywhere(tx, id);
}

export async function restoreMembers(tx: Tx, owner: Owner) {
  const members = await otherMembers(tx, owner).where({ status: 'denied', denied_with_company: true });
  await tx('users')
    .whereIn('id', idsOf(members))
    .update({
      status: tx.raw(
        "case when password_digest is null then 'approved' else 'password_created' end",
      ) as never,
      denied_with_company: false,
      updated_at: tx.fn.now(),
    });
  for (const { id } of members) ownerChanged(tx, { userId: id });
}

/** Throws 409 while the primary owner is not approved: a member would trade for a denied company. */
export async function requireAdmittedCompany(tx: Tx, member: Owner) {
  const primary = await otherMembers(tx, member).where({ is_primary: true }).first('status');
  if (primary && isAdmitted(primary)) return;
  throw Conflict("This person's company isn't approved. Approve its primary owner first.");
}
