import type { Knex } from 'knex';
import { transaction, violates } from '../../db/transaction';
import { Conflict, NotFound } from '../http/errors';
import { audit } from './audit';
import { invitation } from './mailer';
import type { Staff } from './policy';
import { issueToken } from './tokens';

/**
 * Makes somebody the user of a seller that staff have made, and mails the link that creates the password. Again for
 * the same address: a fresh link. Throws 409 where the seller, or the address, has an account of its own.
 */
export const inviteToSeller = (db: Knex, sellerId: number, email: string, by: Staff) =>
  transaction(db, async (tx) => {
    const seller = await tx('sellers').where({ id: sellerId }).forUpdate().first('id', 'name');
    if (!seller) throw NotFound();
    const joined = await tx('users').where({ seller_id: sellerId }).first();
    if (joined && (joined.email.toLowerCase() !== email || joined.password_digest !== null))
      throw Conflict(`${joined.email} has joined ${seller.name} already`);
    const [added] = joined
      ? [joined]
      : await tx('users')
          .insert({ email, status: 'approved', seller_id: sellerId })
          .returning('*')
          .catch((error: unknown) => {
            if (violates(error, 'users_email_unique')) throw Conflict(`${email} has an account already`);
            throw error;
          });
    if (!added) throw new Error('The account was not written');
    if (added.status !== 'approved')
      throw Conflict(`${email} has applied already: decide about that instead`);
    const token = await issueToken(tx, added.id, 'magic');
    await invitation(tx, { email, token, sellerName: seller.name });
    await audit(tx, by, 'invite_seller', 'seller', sellerId, { after: { email } });
  });
