import type { UserRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { isActive } from '../../contract/account-status';
import { object, string } from '../../contract/fields';
import { limit } from '../../http/rate-limit';
import { job } from '../../jobs/job';
import { freshLink, resetLink } from '../mailer';
import { accountByEmail } from '../queries';
import { issueToken } from '../sessions/one-time-tokens';

/** A job, so that the response and its timing are the same for unknown addresses. */
export const sendResetMail = job(
  'mail-reset-link',
  object({ email: string().required() }),
  async (services, { email }) => {
    const { db, transaction } = services;
    const account = await accountByEmail(db, email);
    if (!account) return;
    // Else a stranger could fill a mailbox or keep ending its links.
    const mails = limit(services, 'reset-mail');
    if (!(await mails.take(String(account.id)))) return;
    await transaction((tx) => sendLink(tx, account));
  },
);

type Account = Pick<UserRow, 'id' | 'email' | 'status' | 'seller_id'>;

async function sendLink(tx: Tx, { id, email, status, seller_id }: Account) {
  const person = { id, email, name: '', isSeller: seller_id !== null };
  if (status === 'approved') await freshLink(tx, { ...person, token: await issueToken(tx, id, 'magic') });
  else if (isActive({ status })) await resetLink(tx, { ...person, token: await issueToken(tx, id, 'reset') });
}
