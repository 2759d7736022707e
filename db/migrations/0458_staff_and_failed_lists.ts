import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

const INDEXES = {
  webhook_deliveries_failed: "webhook_deliveries (webhook_id, id) where status = 'failed'",
  payouts_newest: `payouts ((status <> 'draft'), (coalesce(paid_on, (created_at at time zone 'utc')::date)) desc, id desc)`,
};

/** A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  for (const [name, on] of Object.entries(INDEXES)) {
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on ${on}`);
  }
}

export const down = (db: Knex) => db.raw('select 1');
