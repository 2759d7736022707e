import { NotFound } from '../http/errors';
import { page, type Routes, route } from '../http/route';
import { anyone } from '../http/viewer';
import type { Services } from '../services';
import { listMails, showMail } from './contract';
import { mailbox } from './queries';

// Mails may use inline styles and remote images only.
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; base-uri 'none'";

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** Mails contain sign-in links, so the mailbox exists only with DEMO. */
export default ({ config }: Services): Routes =>
  config.demo
    ? [
        page('/dev/mailbox', {
          may: anyone,
          ungated: true,
          secret: true,
          title: 'Mailbox',
          view: 'pages/mailbox',
          locals: async ({ db }) => ({
            mails: (await mailbox(db)).map((mail) => ({
              ...mail,
              at: when.format(new Date(mail.created_at)),
            })),
          }),
        }),
        route(listMails, { may: anyone, reply: ({ db }) => mailbox(db) }),
        route(showMail, {
          may: anyone,
          reply: async ({ db, params, res }) => {
            const mail = await db('mails').where({ id: params.id }).first('html');
            if (!mail) throw NotFound();
            res.set({ 'Content-Security-Policy': MAIL_POLICY, 'Cache-Control': 'private, no-store' });
            res.type('html').send(mail.html);
            return mail.html;
          },
        }),
      ]
    : [];
