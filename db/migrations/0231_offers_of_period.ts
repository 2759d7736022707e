import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists offers_submitted_to_seller');
  await db.raw(`create index concurrently offers_submitted_to_seller on offers (seller_id, submitted_at)
    where submitted_at is not null`);
  await db.raw('drop index concurrently if exists offers_ended_of_seller');
  await db.raw(`create index concurrently offers_ended_of_seller on offers (seller_id, updated_at)
    where state in ('accepted', 'rejected')`);
}

export const down = (db: Knex) => db.raw('select 1');
