import type { Tx } from '../../db/transaction';
import { email as emailField } from '../contract/fields';
import { Conflict, NotFound } from '../http/errors';
import type { Services } from '../services';
import { audit } from './audit';
import { resetNow } from './security/factor-reset';
import { issueToken } from './sessions/one-time-tokens';

const address = emailField().required('Enter an email address');

const alreadyTrades = (email: string, kind: string) =>
  `${email} is a ${kind}. Use another email address for the staff account.`;

async function staffMember(tx: Tx, email: string) {
  const [added] = await tx('users')
    .insert({ email, status: 'approved', admin: true })
    .onConflict('email')
    .ignore()
    .returning('*');
  const user = added ?? (await tx('users').where({ email }).forUpdate().first());
  if (!user) throw new Error('The account was not written');
  if (!user.admin) throw Conflict(alreadyTrades(email, user.buyer_id ? 'buyer' : 'seller'));
  return { user, isNew: added !== undefined };
}

export const makeStaff = (
  { transaction }: Pick<Services, 'transaction'>,
  to: string,
): Promise<string | null> =>
  transaction(async (tx) => {
    const { user, isNew } = await staffMember(tx, await address.validate(to));
    if (isNew) await audit(tx, null, 'staff.appoint', 'user', user.id);
    return user.password_digest ? null : issueToken(tx, user.id, 'magic');
  });

/** For a member of staff who lost phone and recovery codes, and whom no other can help. False where no factor was on. */
export const resetSecondFactor = (
  { transaction }: Pick<Services, 'transaction'>,
  of: string,
): Promise<boolean> =>
  transaction(async (tx) => {
    const email = await address.validate(of);
    const user = await tx('users').where({ email }).first('id');
    if (!user) throw NotFound(`No account has the address ${email}.`);
    return resetNow(tx, user.id);
  });
