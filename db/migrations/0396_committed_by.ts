import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const INDEXES = [
  ['offers_by_committer', 'offers (committed_by)'],
  ['purchase_orders_by_committer', 'purchase_orders (committed_by, created_at)'],
] as const;

export async function up(db: Knex) {
  for (const [name, columns] of INDEXES) {
    // A build that was cut off leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on ${columns} where committed_by is not null`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
