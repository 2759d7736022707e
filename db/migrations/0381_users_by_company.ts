import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const INDEXES = [
  ['unique', 'users_primary_of_buyer', '(buyer_id) where is_primary'],
  ['unique', 'users_primary_of_seller', '(seller_id) where is_primary'],
  ['', 'users_by_buyer', '(buyer_id)'],
  ['', 'users_by_seller', '(seller_id)'],
] as const;

export async function up(db: Knex) {
  for (const [unique, name, columns] of INDEXES) {
    // A build that was cut off leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create ${unique} index concurrently ${name} on users ${columns}`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
