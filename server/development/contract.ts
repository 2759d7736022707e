import { endpoint } from '../contract/endpoint';

export interface MailboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  created_at: string;
}

export const listMails = endpoint<MailboxMail[]>()('GET /dev/mailbox');
export const showMail = endpoint<string>()('GET /dev/mailbox/:id');
