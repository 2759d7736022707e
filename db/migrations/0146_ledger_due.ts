import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists purchase_orders_to_release');
  await db.raw(`create index concurrently purchase_orders_to_release on purchase_orders (received_at, id)
    where released_at is null and received_at is not null`);
  await db.raw('drop index concurrently if exists purchase_orders_released');
  await db.raw(`create index concurrently purchase_orders_released on purchase_orders (seller_id, id)
    where released_at is not null`);
  await db.raw('alter table sellers validate constraint sellers_payout_note');
}

export const down = (db: Knex) => db.raw('select 1');
