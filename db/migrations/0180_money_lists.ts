import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const INDEXES = {
  payout_items_orders: 'payout_items (payout_id, purchase_order_id)',
  payouts_by_status: 'payouts (status, id desc)',
  orders_to_release_of_seller:
    'purchase_orders (seller_id, received_at) where released_at is null and received_at is not null',
};

/** What lists of payouts count, and a seller's next release. A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on ${columns}`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
