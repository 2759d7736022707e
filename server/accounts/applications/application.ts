import { violates } from '../../../db/sql';
import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { isAdmitted } from '../../contract/account-status';
import { Conflict, Invalid, NotFound } from '../../http/errors';
import type { Services } from '../../services';
import { audit } from '../audit';
import { endInvitationsBy, isMember } from '../company/company';
import { denyMembers, requireAdmittedCompany, restoreMembers } from '../company/denial';
import { applicationKnown, applicationReceived, approved, denied } from '../mailer';
import { ownerChanged } from '../owner-cache';
import type { Staff } from '../policy';
import { issueToken } from '../sessions/one-time-tokens';
import { signOutEverywhere } from '../sessions/session';
import type { Application } from './contract';
import { buyerApplicationForm, sellerApplicationForm } from './schema';

async function addBuyer(tx: Tx, form: Application) {
  const { full_name, email, buyer_name, buyer_category } = await buyerApplicationForm.validate(form, {
    abortEarly: false,
  });
  const [buyer] = await tx('buyers').insert({ name: buyer_name, category: buyer_category }).returning('id');
  return { email, full_name, buyer_id: buyer?.id ?? null };
}

async function addSeller(tx: Tx, form: Application) {
  const { seller_name, email, seller_category } = await sellerApplicationForm.validate(form, {
    abortEarly: false,
  });
  const [seller] = await tx('sellers')
    .insert({ name: seller_name, category: seller_category })
    .returning('id');
  return { email, full_name: '', seller_id: seller?.id ?? null };
}

const isSellers = (form: Application) => form.seller_name !== undefined || form.seller_category !== undefined;

/** Applying twice gives the same response, creates nothing, and mails the address. */
export async function applyFor({ transaction }: Pick<Services, 'transaction'>, form: Application) {
  try {
    await transaction((tx) => addApplication(tx, form));
  } catch (error) {
    if (!violates(error, 'users_email_unique')) throw error;
    await transaction((tx) => applicationKnown(tx, String(form.email).trim().toLowerCase()));
  }
}

async function addApplication(tx: Tx, form: Application) {
  const person = await (isSellers(form) ? addSeller(tx, form) : addBuyer(tx, form));
  const [user] = await tx('users')
    .insert({ ...person, status: 'provisional' })
    .returning('id');
  if (!user) throw new Error('The application was not written');
  const name = form.full_name || form.seller_name || '';
  await applicationReceived(tx, { id: user.id, email: person.email, name });
}

/** Acts that bind a party lock its row first, so a denial waits for earlier acts and later acts see it. */
export async function lockPerson(tx: Tx, id: number): Promise<UserRow> {
  const sides = await tx('users').where({ id }).first('buyer_id', 'seller_id');
  if (!sides) throw NotFound();
  await lockParties(tx, sides);
  // FOR UPDATE would block inserts of history rows that reference the user.
  const user = await tx('users').where({ id }).forNoKeyUpdate().first();
  if (!user) throw NotFound();
  if (user.buyer_id !== sides.buyer_id || user.seller_id !== sides.seller_id)
    throw Conflict('This person was changed by someone else. Review the latest version.');
  return user;
}

async function lockParties(tx: Tx, { buyer_id, seller_id }: Pick<UserRow, 'buyer_id' | 'seller_id'>) {
  if (seller_id !== null) await tx('sellers').where({ id: seller_id }).forNoKeyUpdate().first('id');
  if (buyer_id !== null) await tx('buyers').where({ id: buyer_id }).forNoKeyUpdate().first('id');
}

async function lockApplicant(tx: Tx, id: number): Promise<UserRow> {
  const user = await lockPerson(tx, id);
  if (user.admin) throw Invalid("Staff accounts don't need approval.");
  if (!isMember(user)) throw Conflict('This person is no longer a member of a company.');
  return user;
}

/** The primary owner's application is the company's: it decides for every member. Others are decided for alone. */
export const approvePerson = ({ transaction }: Pick<Services, 'transaction'>, id: number, by: Staff) =>
  transaction(async (tx) => {
    const user = await lockApplicant(tx, id);
    if (isAdmitted(user)) throw Conflict('This person is already approved.');
    if (!user.is_primary) await requireAdmittedCompany(tx, user);
    // A password from before a denial stays valid.
    const status = user.password_digest ? 'password_created' : 'approved';
    await tx('users').where({ id }).update({ status, denied_with_company: false, updated_at: tx.fn.now() });
    const token = user.password_digest ? null : await issueToken(tx, id, 'magic');
    ownerChanged(tx, { userId: id });
    const isSeller = user.seller_id !== null;
    await approved(tx, { id, email: user.email, name: user.full_name, token, isSeller });
    await audit(tx, by, 'person.approve', 'user', id, { before: { status: user.status }, after: { status } });
    if (!user.is_primary) return;
    await restoreMembers(tx, user);
    await tx.events.personApproved({ userId: id, buyerId: user.buyer_id, sellerId: user.seller_id });
  });

export const denyPerson = ({ transaction }: Pick<Services, 'transaction'>, id: number, by: Staff) =>
  transaction(async (tx) => {
    const user = await lockApplicant(tx, id);
    if (user.status === 'denied') throw Conflict('This person is already denied.');
    await tx('users').where({ id }).update({ status: 'denied', updated_at: tx.fn.now() });
    await signOutEverywhere(tx, id);
    await endInvitationsBy(tx, id);
    await denied(tx, { id, email: user.email, name: user.full_name });
    const [before, after] = [{ status: user.status }, { status: 'denied' }];
    await audit(tx, by, 'person.deny', 'user', id, { before, after });
    if (!user.is_primary) return;
    await denyMembers(tx, user);
    const { buyer_id: buyerId, seller_id: sellerId } = user;
    await tx.events.personDenied({ userId: id, buyerId, sellerId, byUserId: by.id });
  });
