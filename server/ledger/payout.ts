import type { PayoutBatchRow, PayoutRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { audit } from '../accounts/audit';
import type { Staff } from '../accounts/policy';
import { Conflict, Invalid, NotFound } from '../http/errors';
import { broadcastPayouts } from './broadcast';
import { sendPayoutMail } from './mailer';
import { finishOrders } from './order-completion';
import { openItems } from './payout-items';
import { postPayouts } from './postings';

interface BatchOptions {
  readonly sellerIds?: readonly number[] | undefined;
  readonly minimum: number;
}

/** One draft payout per seller who has at least the minimum available. Throws Conflict where there is no such seller. */
export async function createBatch(tx: Tx, staff: Staff, options: BatchOptions): Promise<PayoutBatchRow> {
  const sellers = await lockSellers(tx, options);
  const orders = await lockOrders(tx, sellers);
  const [batch] = await tx('payout_batches').insert({ created_by: staff.id }).returning('*');
  if (!batch) throw new Error('The batch was not written');
  const payouts = await writePayouts(tx, batch.id, orders, options.minimum);
  if (payouts.length === 0) throw Conflict('No seller has an available balance.');
  await broadcastPayouts(tx, payouts);
  await audit(tx, staff, 'payout_batch.create', 'payout_batch', batch.id, { after: { payouts } });
  return batch;
}

/** First in the lock order, so that two batches follow each other. */
async function lockSellers(tx: Tx, { sellerIds, minimum }: BatchOptions): Promise<number[]> {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select id from sellers
      where id in (select seller_id from seller_balances where available_cents >= :minimum)
        ${sellerIds ? 'and id = any(:sellerIds)' : ''}
      order by id for no key update`,
    { minimum, sellerIds: [...(sellerIds ?? [])] },
  );
  return rows.map(({ id }) => id);
}

/** What adjustments and releases write in the meantime waits for the next batch. */
async function lockOrders(tx: Tx, sellerIds: readonly number[]): Promise<number[]> {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select id from purchase_orders
      where id in (select purchase_order_id from (${openItems('seller_id = any(:sellerIds)')}) items)
      order by id for update`,
    { sellerIds: [...sellerIds] },
  );
  return rows.map(({ id }) => id);
}

async function writePayouts(tx: Tx, batchId: number, orderIds: readonly number[], minimum: number) {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `with items as materialized (${openItems('purchase_orders.id = any(:orderIds)')}),
     due as (select seller_id, sum(amount)::bigint as amount from items group by seller_id
             having sum(amount) >= :minimum),
     written as (
       insert into payouts (batch_id, seller_id, amount_cents)
       select :batchId, seller_id, amount from due order by seller_id
       returning id, seller_id
     ), listed as (
       insert into payout_items (payout_id, purchase_order_id, adjustment_id, amount_cents)
       select written.id, purchase_order_id, adjustment_id, amount from items join written using (seller_id)
        order by purchase_order_id, adjustment_id nulls first
     )
     select id from written`,
    { batchId, orderIds: [...orderIds], minimum },
  );
  return rows.map(({ id }) => id);
}

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
