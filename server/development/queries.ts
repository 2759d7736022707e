import type { Knex } from 'knex';
import type { MailboxMail, WebhookArrival } from './contract';

const SHOWN = 500;

export async function mailbox(db: Knex): Promise<MailboxMail[]> {
  const mails = await db('mails')
    .select('id', 'recipient', 'subject', 'text', 'html', 'headers', 'created_at')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(SHOWN);
  return mails.map(({ id, recipient, subject, text, html, headers, created_at }) => ({
    id,
    to: recipient,
    subject,
    text,
    html,
    headers: headers ?? {},
    created_at: created_at.toISOString(),
  }));
}

export async function arrivalsOf(db: Knex, name: string): Promise<WebhookArrival[]> {
  const arrivals = await db('webhook_arrivals').where({ name }).orderBy('id', 'desc').limit(SHOWN);
  return arrivals
    .reverse()
    .map(({ at, headers, body, status }) => ({ at: at.toISOString(), headers, body, status }));
}
