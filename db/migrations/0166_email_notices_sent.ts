import type { Knex } from 'knex';

/** `create index concurrently` runs outside transactions. */
export const config = { transaction: false };

/** For the job that prunes. A build that was cut off leaves an invalid index behind. */
export async function up(db: Knex) {
  await db.raw('drop index concurrently if exists email_notices_sent');
  await db.raw(
    'create index concurrently email_notices_sent on email_notices (at) where mail_id is not null',
  );
}

export const down = (db: Knex) => db.raw('select 1');
