import type { Knex } from 'knex';
import type { Page } from '../../db/page';
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

export const allPayouts = async (db: Knex, { limit, offset }: Page) =>
  (await payoutsWithNames(db).limit(limit).offset(offset)) as unknown as PayoutWithNames[];

export const payoutsOfBatch = async (db: Knex, batchId: number) =>
  (await payoutsWithNames(db).where('payouts.batch_id', batchId)) as unknown as PayoutWithNames[];
