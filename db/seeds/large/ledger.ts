import {
  postAdjustments,
  postCanceled,
  postPaid,
  postPayouts,
  postReleased,
} from '../../../server/ledger/postings';
import type { Tx } from '../../transaction';

const POSTED_AT_ONCE = 50_000;

/** The triggers that keep the balances may be off. */
const BALANCES = `
  insert into seller_balances (seller_id, pending_cents, available_cents, paid_cents)
    select ledger_entries.seller_id,
           coalesce(-sum(amount_cents) filter (where account = 'seller_pending'), 0),
           coalesce(-sum(amount_cents) filter (where account = 'seller_available'), 0),
           coalesce(-sum(amount_cents) filter (where account = 'cash' and kind = 'payout'), 0)
      from ledger_entries join ledger_transactions posted on posted.id = transaction_id
     group by ledger_entries.seller_id
    on conflict (seller_id) do update
      set pending_cents = excluded.pending_cents, available_cents = excluded.available_cents, paid_cents = excluded.paid_cents`;

/** By the product's own statements, so that the nightly check finds nothing. `after`: the last ids before ours. */
export async function writeLedger(tx: Tx, after: { orders: number; payouts: number }): Promise<void> {
  for (const ids of idsAfter(after.orders, await lastId(tx, 'purchase_orders')))
    for (const post of [postPaid, postAdjustments, postCanceled, postReleased]) await post(tx, ids);
  for (const ids of idsAfter(after.payouts, await lastId(tx, 'payouts'))) await postPayouts(tx, ids);
  await tx.raw(BALANCES);
}

function* idsAfter(after: number, last: number) {
  for (let from = after + 1; from <= last; from += POSTED_AT_ONCE)
    yield Array.from({ length: Math.min(POSTED_AT_ONCE, last - from + 1) }, (_, index) => from + index);
}

export async function lastId(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.raw<{ rows: { last: number | null }[] }>('select max(id) as last from ??', [
    table,
  ]);
  return rows[0]?.last ?? 0;
}
