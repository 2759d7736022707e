import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists products_of_seller_by_id');
  await db.raw('create index concurrently products_of_seller_by_id on products (seller_id, id)');
}

export const down = (db: Knex) => db.raw('select 1');
