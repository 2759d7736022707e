import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists purchase_orders_next_release');
  await db.raw(`create index concurrently purchase_orders_next_release on purchase_orders (seller_id, received_at)
    where status = 'received' and released_at is null and received_at is not null`);
}

export const down = (db: Knex) => db.raw('select 1');
