import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

export async function up(db: Knex) {
  for (const side of ['buyer', 'seller']) {
    // A build that was cut off leaves an invalid index behind.
    await db.raw(`drop index concurrently if exists audit_log_by_${side}`);
    await db.raw(
      `create index concurrently audit_log_by_${side} on audit_log (${side}_id, id) where ${side}_id is not null`,
    );
  }
}

export const down = (db: Knex) => db.raw('select 1');
