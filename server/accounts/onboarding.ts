import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import { ownerChanged } from './owner-cache';

/** Buyers are onboarded by the first sign-in after setting a password (docs/rules.md#people). */
export const onboardBuyer = (db: Knex, userId: number) =>
  db('users')
    .where({ id: userId, status: 'password_created' })
    .whereNotNull('buyer_id')
    .update({ status: 'onboarded' });

export const onboardSeller = async (tx: Tx, sellerId: number) => {
  await tx('users')
    .where({ seller_id: sellerId, status: 'password_created' })
    .update({ status: 'onboarded' });
  ownerChanged(tx, { sellerId });
};
