import nodemailer from 'nodemailer';
import type { MailRow } from '../../db/tables';

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Equal for every attempt. The creation time keeps it unique after a database reset. */
const messageId = ({ id, created_at }: MailRow, appUrl: string) =>
  `<mail-${id}-${created_at.getTime().toString(36)}@${new URL(appUrl).hostname}>`;

// An object is never parsed as a list of addresses.
const oneAddress = (address: string) => ({ name: '', address });

export async function sendBySmtp(
  { url, from }: { url: string; from: string },
  appUrl: string,
  mail: MailRow,
) {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
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
      headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

const MAIL_ERRORS = new Set(['EENVELOPE', 'EMESSAGE']);

/** Is true for a 5xx about this mail. EAUTH is not permanent: the operator can fix the credentials. */
export function isPermanentRejection(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return MAIL_ERRORS.has(code ?? '') && responseCode !== undefined && responseCode >= 500;
}
