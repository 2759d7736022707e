import { endpoint } from '../contract/endpoint';

/** A mail as /dev/mailbox.json answers it (docs/rules.md#wire-format). */
export interface MailboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}

export const listMails = endpoint<MailboxMail[]>()('GET /dev/mailbox');
/** The mail itself, as a page of its own. */
export const showMail = endpoint<string>()('GET /dev/mailbox/:id');
