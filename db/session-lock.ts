import { createSession } from './session';

/** Releases the lock. */
type Release = () => Promise<void>;

/** Null if another session holds the lock, which ends with its process. The URL must lead past any pooler. */
export async function lockSession(databaseUrl: string, key: number): Promise<Release | null> {
  // A lost lock is no failure of what runs under it.
  const session = createSession(databaseUrl, 'lotwise-lock');
  await session.connect();
  const release = () => session.end().catch(() => undefined);
  const { rows } = await session.query('select pg_try_advisory_lock($1) as taken', [key]);
  if (rows[0]?.taken === true) return release;
  await release();
  return null;
}

/** Whether a session holds the lock, as a condition of SQL. */
export const isLockedSql = (key: number) => `exists (select from pg_locks
  where locktype = 'advisory' and objsubid = 1 and classid = 0 and objid = ${key}
    and database = (select oid from pg_database where datname = current_database()))`;
