import type { PayoutRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { broadcastPayouts } from './broadcast';
import { sendPayoutMail } from './mailer';
import { finishOrders } from './order-completion';
import { postPayouts } from './postings';

/** The seller's row first, as the batch takes it. */
async function lockPayout(tx: Tx, id: number): Promise<PayoutRow> {
  const found = await tx('payouts').where({ id }).first('seller_id');
  if (!found) throw NotFound();
  await tx('sellers').where({ id: found.seller_id }).forNoKeyUpdate().first('id');
  const payout = await tx('payouts').where({ id }).forUpdate().first();
  if (!payout) throw NotFound();
  return payout;
}

interface Payment {
  readonly reference: string;
  /** A day: `2026-11-30`. */
  readonly paid_on: string;
}

/** Repeating it changes nothing. Throws Conflict for a void payout, and for one that was paid by another reference. */
export async function markPaid(tx: Tx, staff: Staff, id: number, { reference, paid_on }: Payment) {
  const payout = await lockPayout(tx, id);
  if (payout.status === 'paid' && payout.reference === reference && payout.paid_on === paid_on) return;
  requireDraft(payout);
  requirePast(tx, paid_on);
  await tx('payouts').where({ id }).update({ status: 'paid', reference, paid_on, updated_at: tx.fn.now() });
  await postPayouts(tx, [id]);
  await finishOrders(tx, id);
  await broadcastPayouts(tx, [id]);
  await tx.events.payoutsPaid([id], { actor: 'staff' });
  await sendPayoutMail(tx, payout, reference, paid_on);
  await audit(tx, staff, 'payout.paid', 'payout', id, { after: { reference, paid_on } });
}

const IN_FUTURE = "Enter a date that isn't in the future";

/** By the day in UTC. */
function requirePast({ databaseClock }: Tx, day: string) {
  if (day > databaseClock.now().toISOString().slice(0, 10))
    throw Invalid(IN_FUTURE, { paid_on: [IN_FUTURE] });
}

function requireDraft({ status, payout_number, reference }: PayoutRow) {
  if (status === 'paid') throw Conflict(`${payout_number} was already paid. Reference: ${reference}.`);
  if (status === 'void') throw Conflict(`${payout_number} was voided. Create a new batch.`);
}

/** Its orders become available again. Repeating it changes nothing. Throws Conflict for a paid payout. */
export async function voidPayout(tx: Tx, staff: Staff, id: number, reason: string): Promise<void> {
  const payout = await lockPayout(tx, id);
  if (payout.status === 'void') return;
  if (payout.status === 'paid') throw Conflict(`${payout.payout_number} was paid and can't be voided.`);
  await tx('payouts').where({ id }).update({ status: 'void', void_reason: reason, updated_at: tx.fn.now() });
  await tx('payout_items').where({ payout_id: id }).update({ void: true });
  await broadcastPayouts(tx, [id]);
  await audit(tx, staff, 'payout.void', 'payout', id, { after: { reason } });
}
