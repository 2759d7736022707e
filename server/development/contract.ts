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

/** What the receiver of the demo was sent. */
export interface WebhookArrival {
  at: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** What it answered. */
  status: number;
}

export const listMails = endpoint<MailboxMail[]>()('GET /dev/mailbox');
export const showMail = endpoint<string>()('GET /dev/mailbox/:id');
export const receiveWebhook = endpoint<{ received: boolean }>()('POST /dev/webhooks/:name', '0');
/** What seller@example.com might upload on a Monday. */
export const stockSheet = endpoint<string>()('GET /dev/stock_sheet.csv');
export const listArrivals = endpoint<WebhookArrival[]>()('GET /dev/webhooks');
