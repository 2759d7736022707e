import type { Knex } from 'knex';
import { redactSecrets } from '../logging/logger';

const ENDED = 'The process ended before the backup did.';

/** Only while no backup runs. */
export const endAbandoned = (db: Knex) =>
  db('backups').whereNull('finished_at').update({ error: ENDED, finished_at: db.fn.now() });

export async function beginRecord(db: Knex, location: string): Promise<number> {
  const [row] = await db('backups').insert({ location }).returning('id');
  return row?.id ?? 0;
}

export const recordSuccess = (
  db: Knex,
  id: number,
  { bytes, checksum }: { bytes: number; checksum: string },
) =>
  db('backups')
    .where({ id })
    .update({ bytes: BigInt(bytes), checksum, finished_at: db.fn.now() });

/** `id` is null if the backup failed before its row was written. */
export async function recordFailure(db: Knex, id: number | null, location: string, failure: Error) {
  const failed = id ?? (await beginRecord(db, location));
  await db('backups')
    .where({ id: failed })
    .update({ error: redactSecrets(failure.message), finished_at: db.fn.now() });
}
