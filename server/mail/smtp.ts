import nodemailer from 'nodemailer';
import type { MailRow } from '../../db/tables';

const GIVES_UP_MS = 10_000;
const SILENT_MS = 20_000;

/** The same at every try, and never the one of another mail, also after a database was set up anew. */
const messageId = ({ id, created_at }: MailRow, appUrl: string) =>
  `<mail-${id}-${created_at.getTime().toString(36)}@${new URL(appUrl).hostname}>`;

// An object is one address, whatever characters are in it.
const oneAddress = (address: string) => ({ name: '', address });

/** One connection, one mail. Throws what the server says. */
export async function sendBySmtp(
  { url, from }: { url: string; from: string },
  appUrl: string,
  mail: MailRow,
) {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: GIVES_UP_MS,
    greetingTimeout: GIVES_UP_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: oneAddress(mail.recipient),
      ...(mail.reply_to && { replyTo: oneAddress(mail.reply_to) }),
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: messageId(mail, appUrl),
      date: mail.created_at,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE']);

/** A 5xx about this mail. Our own sign-in refused (EAUTH) is for the operator to mend: the mail waits. */
export function isRefusedForGood(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return REFUSALS.has(code ?? '') && responseCode !== undefined && responseCode >= 500;
}
