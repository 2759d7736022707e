import { sendCsv } from '../http/csv';
import { BadRequest, NotFound } from '../http/errors';
import { page, type Routes, route } from '../http/route';
import { anyone } from '../http/viewer';
import { demoSheet } from '../imports/demo-sheet';
import type { Services } from '../services';
import { listArrivals, listMails, receiveWebhook, showMail, stockSheet } from './contract';
import { arrivalsOf, mailbox } from './queries';
import { arrivalsQuery, refusalQuery } from './schema';
import { receive } from './webhook-receiver';

// Mails may use inline styles and remote images only.
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; base-uri 'none'";

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const SHEETS_SELLER = 'seller@example.com';

const MAX_NAME_LENGTH = 100;

/** Mails contain sign-in links, so the mailbox exists only with DEMO. So does the receiver of webhooks. */
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
        route(stockSheet, {
          may: anyone,
          reply: async ({ db, res }) => {
            const person = await db('users').where({ email: SHEETS_SELLER }).first('seller_id');
            if (!person?.seller_id) throw NotFound();
            await sendCsv(res, 'stock_sheet', await demoSheet(db, person.seller_id, config.appUrl));
            return '';
          },
        }),
        route(receiveWebhook, {
          query: refusalQuery,
          may: anyone,
          csrf: false,
          reply: async ({ services, params: { name }, query: refusal, req, res }) => {
            if (name.length > MAX_NAME_LENGTH) throw BadRequest();
            const headers = Object.fromEntries(
              Object.entries(req.headers).map(([header, value]) => [header, String(value)]),
            );
            const body = Buffer.isBuffer(req.body) ? req.body.toString('utf8').replaceAll('\0', '') : '';
            const status = await services.transaction((tx) => receive(tx, { name, headers, body, refusal }));
            res.status(status);
            return { received: status < 300 };
          },
        }),
        route(listArrivals, {
          query: arrivalsQuery,
          may: anyone,
          reply: ({ db, query: { name } }) => arrivalsOf(db, name),
        }),
      ]
    : [];
