import type { MailRow, PaymentEventRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { checkConsistency } from '../consistency/jobs';
import { beginCheck } from '../consistency/recorded';
import { Conflict, NotFound } from '../http/errors';
import { enqueue } from '../jobs/job';
import { discardMail as dropMail, retryMail as sendAgain } from '../mail/unsent';
import { processEventAgain } from '../payments/waiting-events';

const MAIL_SENT = 'This email was already sent.';
const MAIL_SENDING = 'This email is being sent now.';
const CHECK_RUNNING = 'A check is already running.';

type Mail = Pick<MailRow, 'id' | 'subject'>;

function requireDone(outcome: Awaited<ReturnType<typeof sendAgain>>) {
  if (outcome === 'gone') throw NotFound();
  if (outcome === 'sent') throw Conflict(MAIL_SENT);
  if (outcome === 'running') throw Conflict(MAIL_SENDING);
}

export async function retryMail(tx: Tx, staff: Staff, { id, subject }: Mail): Promise<void> {
  requireDone(await sendAgain(tx, id));
  await audit(tx, staff, 'mail.retry', 'email', id, { after: { subject } });
}

export async function discardMail(
  tx: Tx,
  staff: Staff,
  { id, subject }: Mail,
  reason: string,
): Promise<undefined> {
  requireDone(await dropMail(tx, id));
  await audit(tx, staff, 'mail.discard', 'email', id, { after: { subject, reason } });
  return undefined;
}

/** Returns false, and does nothing, if the event is processed. */
export async function processAgain(
  tx: Tx,
  staff: Staff,
  { id, type }: Pick<PaymentEventRow, 'id' | 'type'>,
): Promise<boolean> {
  const isDue = await processEventAgain(tx, id);
  if (!isDue) return false;
  await audit(tx, staff, 'payment_event.process', 'payment_event', null, { after: { event: id, type } });
  return true;
}

/** Throws Conflict while a check runs. */
export async function startCheck(tx: Tx, staff: Staff): Promise<number> {
  const id = await beginCheck(tx, 'staff');
  if (id === null) throw Conflict(CHECK_RUNNING);
  await enqueue(tx, checkConsistency, { check_id: id });
  await audit(tx, staff, 'consistency.check', 'consistency_check', id);
  return id;
}
