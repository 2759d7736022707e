import type { Tx } from '../../db/transaction';
import { email as emailField } from '../contract/fields';
import { Conflict } from '../http/errors';
import type { Services } from '../services';
import { audit } from './audit';
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
