import type { Knex } from 'knex';
import type { Page } from '../../../db/page';
import { statement } from '../../../db/sql';
import type { PayoutStatus } from '../contract';
import { BALANCES, type BalanceRow, FIGURES, payoutsWhere } from '../queries';

export interface SellerBalanceRow extends BalanceRow {
  seller_id: number;
  name: string;
  payout_note: string | null;
}

/** Drafts are summed up at once: an index scan per seller costs more than all of them. */
const balancesOfSellers = statement<SellerBalanceRow>(
  'balances of sellers',
  `with drafts as materialized (
     select seller_id, sum(amount_cents)::bigint as amount from payouts where status = 'draft' group by seller_id
   )
   select sellers.id as seller_id, sellers.name, sellers.payout_note, pending_cents as pending,
          available_cents - coalesce(drafts.amount, 0) as available,
          coalesce(drafts.amount, 0) as in_payout, paid_cents as paid
     from seller_balances balance join sellers on sellers.id = balance.seller_id
     left join drafts on drafts.seller_id = balance.seller_id
    where pending_cents <> 0 or available_cents <> 0 or paid_cents <> 0
    order by lower(sellers.name), sellers.id`,
);

export const sellerBalances = (db: Knex) => balancesOfSellers(db, []);

export async function sellerBalance(db: Knex, sellerId: number): Promise<SellerBalanceRow | undefined> {
  const { rows } = await db.raw<{ rows: SellerBalanceRow[] }>(
    `select sellers.id as seller_id, sellers.name, sellers.payout_note,
            coalesce(pending, 0) as pending, coalesce(available, 0) as available,
            coalesce(in_payout, 0) as in_payout, coalesce(paid, 0) as paid
       from sellers left join (select balance.seller_id, ${FIGURES} from ${BALANCES}) figures
         on figures.seller_id = sellers.id
      where sellers.id = ?`,
    [sellerId],
  );
  return rows[0];
}

interface PayoutRange extends Page {
  readonly status: PayoutStatus | '';
}

/** What waits to be paid, then by the day of payment; a void payout has only the day it was made. */
const NEWEST_FIRST = `payouts.status <> 'draft',
  coalesce(payouts.paid_on, (payouts.created_at at time zone 'utc')::date) desc, payouts.id desc`;

const payoutsOfAll = payoutsWhere('all payouts', `true order by ${NEWEST_FIRST} limit $1 offset $2`);
const payoutsInStatus = payoutsWhere(
  'payouts in a status',
  `payouts.status = $3 order by ${NEWEST_FIRST} limit $1 offset $2`,
);

export const allPayouts = (db: Knex, { status, limit, offset }: PayoutRange) =>
  status === '' ? payoutsOfAll(db, [limit, offset]) : payoutsInStatus(db, [limit, offset, status]);

const countPayouts = statement<{ status: PayoutStatus; count: number }>(
  'payouts by status',
  'select status, count(*)::int as count from payouts group by status',
);

export async function payoutCounts(db: Knex): Promise<Record<PayoutStatus, number>> {
  const counts = (await countPayouts(db, [])).map(({ status, count }) => [status, count]);
  return { draft: 0, paid: 0, void: 0, ...Object.fromEntries(counts) };
}

const payoutsInBatch = payoutsWhere('payouts of a batch', 'payouts.batch_id = $1 order by payouts.id desc');

export const payoutsOfBatch = (db: Knex, batchId: number) => payoutsInBatch(db, [batchId]);
