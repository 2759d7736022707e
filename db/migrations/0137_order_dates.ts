import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const INDEXES = {
  purchase_orders_to_ship: `(ship_by, id) where status = 'awaiting_shipment'`,
  purchase_orders_receipt_due: `(receipt_due_at, id) where status = 'shipped'`,
};

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  for (const [name, definition] of Object.entries(INDEXES)) {
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on purchase_orders ${definition}`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
