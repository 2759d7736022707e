import type { Knex } from 'knex';
import type { Seller, Staff } from '../accounts/policy';
import type { Services } from '../services';
import { monthOf } from './earnings/statement';
import { payoutById } from './queries';
import { sellerBalance } from './staff/queries';

type Source = Pick<Services, 'db'>;

/** A void payout never reached its seller. */
export async function ownPayout(viewer: Seller, { id }: { id: number }, { db }: Source) {
  const payout = await payoutById(db, id);
  return payout?.seller_id === viewer.seller_id && payout.status !== 'void' ? payout : null;
}

export const anyPayout = (_viewer: Staff, { id }: { id: number }, { db }: Source) => payoutById(db, id);

export const anySeller = (_viewer: Staff, { id }: { id: number }, { db }: Source) => sellerBalance(db, id);

export const pastMonth = async (
  _viewer: Seller,
  { file }: { file: string },
  { databaseClock }: Pick<Services, 'databaseClock'>,
) => monthOf(file, databaseClock.now());

const batchOf = (db: Knex, id: number) => db('payout_batches').where({ id }).first();

export const anyBatch = (_viewer: Staff, { file }: { file: string }, { db }: Source) => {
  const id = /^([1-9]\d{0,8})\.csv$/.exec(file)?.[1];
  return id === undefined ? Promise.resolve(null) : batchOf(db, Number(id));
};
