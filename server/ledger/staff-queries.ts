import type { Knex } from 'knex';
import type { Page } from '../../db/page';
import type { PayoutStatus } from './contract';
import { BALANCES, type BalanceRow, FIGURES, type PayoutWithNames, payoutsWithNames } from './queries';

export interface SellerBalanceRow extends BalanceRow {
  seller_id: number;
  name: string;
  payout_note: string | null;
}

const ofSellers = (where: string) => `
  select sellers.id as seller_id, sellers.name, sellers.payout_note, ${FIGURES}
    from ${BALANCES} join sellers on sellers.id = balance.seller_id where ${where}
   order by lower(sellers.name), sellers.id`;

export async function sellerBalances(db: Knex): Promise<SellerBalanceRow[]> {
  const { rows } = await db.raw<{ rows: SellerBalanceRow[] }>(
    ofSellers('balance.pending_cents <> 0 or balance.available_cents <> 0 or balance.paid_cents <> 0'),
  );
  return rows;
}

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

/** Newest first. */
export const allPayouts = async (db: Knex, { status, limit, offset }: PayoutRange) =>
  (await payoutsWithNames(db)
    .where((payouts) => void (status !== '' && payouts.where('payouts.status', status)))
    .limit(limit)
    .offset(offset)) as unknown as PayoutWithNames[];

export async function payoutCounts(db: Knex): Promise<Record<PayoutStatus, number>> {
  const rows = (await db('payouts').groupBy('status').select('status', db.raw('count(*)::int as count'))) as {
    status: PayoutStatus;
    count: number;
  }[];
  return {
    draft: 0,
    paid: 0,
    void: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  };
}

export const payoutsOfBatch = async (db: Knex, batchId: number) =>
  (await payoutsWithNames(db).where('payouts.batch_id', batchId)) as unknown as PayoutWithNames[];
