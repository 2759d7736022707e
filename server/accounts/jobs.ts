import type { Knex } from 'knex';
import { object } from '../contract/fields';
import { job } from '../jobs/job';

const BATCH = 5_000;

/** `sessions.expire` has no time zone: one more day is safe in all of them. */
const expired = {
  sessions: "expire < localtimestamp - interval '1 day'",
  bearer_tokens: 'expires_at < now()',
  sign_ins: "last_seen_at < now() - interval '30 days'",
  one_time_tokens: 'expires_at < now()',
  key_refusals: 'day < current_date - 30',
  invitations: "expires_at < now() - interval '30 days'",
  idempotency_keys: "created_at < now() - interval '24 hours'",
  rate_limits: 'expire < extract(epoch from now()) * 1000',
} as const;

/** Deletes in batches, each in its own transaction, so that sign-ins never wait for it. */
async function deleteFrom(db: Knex, table: keyof typeof expired) {
  for (;;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `delete from ?? where ctid in (select ctid from ?? where ${expired[table]} limit ? for update skip locked)`,
      [table, table, BATCH],
    );
    if (rowCount < BATCH) return;
  }
}

export const deleteExpired = job('delete-expired', object({}), async ({ db }) => {
  for (const table of Object.keys(expired) as (keyof typeof expired)[]) await deleteFrom(db, table);
});
