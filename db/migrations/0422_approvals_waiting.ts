import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists approval_requests_waiting');
  await db.raw(
    "create index concurrently approval_requests_waiting on approval_requests (buyer_id) where status = 'requested'",
  );
}

export const down = (db: Knex) => db.raw('select 1');
