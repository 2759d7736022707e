import { transaction } from '../../../db/transaction';
import { object, string } from '../../contract/fields';
import { limit } from '../../http/rate-limit';
import { job } from '../../jobs/job';
import { freshLink, resetLink } from '../mailer';
import { accountByEmail } from '../queries';
import { issueToken } from '../sessions/one-time-tokens';

/** Whoever asks again has one of these: nobody fills another's mailbox, or ends the links in it for ever. */
const MAX_AN_HOUR = 5;

/**
 * Looks the account up and mails a link, if there is one to mail. A job, so that the answer is the same in words and
 * time whoever asks. Somebody approved whose link ran out gets a fresh one; the provisional and denied nothing.
 */
export const sendResetMail = job(
  'mail-reset-link',
  object({ email: string().required() }),
  async ({ db, limitsPool }, { email }) => {
    const account = await accountByEmail(db, email);
    if (!account) return;
    const mails = limit(limitsPool, { name: 'reset-mail', points: MAX_AN_HOUR, seconds: 3_600 });
    if (!(await mails.take(String(account.id)))) return;
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
