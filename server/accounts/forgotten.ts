import { transaction } from '../../db/transaction';
import { object, string } from '../contract/fields';
import { job } from '../jobs/job';
import { freshLink, resetLink } from './mailer';
import { accountByEmail } from './queries';
import { issueToken } from './tokens';

/**
 * Looks the account up and mails a link, if there is one to mail. A job, so that the answer is the same in words and
 * time whoever asks. Somebody approved whose link ran out gets a fresh one; the provisional and denied nothing.
 */
export const mailResetLink = job(
  'mail-reset-link',
  object({ email: string().required() }),
  async ({ db }, { email }) => {
    const account = await accountByEmail(db, email);
    if (!account) return;
    const person = { id: account.id, email: account.email, name: '' };
    await transaction(db, async (tx) => {
      if (account.status === 'approved') {
        await freshLink(tx, { ...person, token: await issueToken(tx, account.id, 'magic') });
      } else if (account.status === 'password_created' || account.status === 'onboarded') {
        await resetLink(tx, { ...person, token: await issueToken(tx, account.id, 'reset') });
      }
    });
  },
);
