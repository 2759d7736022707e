import { statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { isMigrated } from '../../db/migrate';
import type { Services } from '../services';
import type { SystemDatabase, SystemStorage } from './contract';
import { backupDocument } from './serializer';

const FACTS = `select pg_database_size(current_database())::float8 as size_bytes,
  current_setting('max_connections')::int as max_connections,
  extract(epoch from clock_timestamp())::float8 as clock,
  (select name from knex_migrations order by name desc limit 1) as migration,
  count(*) filter (where backend_type = 'client backend')::int as connections,
  coalesce(max(extract(epoch from clock_timestamp() - xact_start)) filter (
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  ), 0)::float8 as oldest_transaction_seconds
  from pg_stat_activity`;

type Facts = Pick<
  SystemDatabase,
  'size_bytes' | 'max_connections' | 'connections' | 'migration' | 'oldest_transaction_seconds'
> & { clock: number };

const tenths = (seconds: number) => Math.round(seconds * 10) / 10;

export async function databaseStatus({
  db,
  replica,
  config,
}: Pick<Services, 'db' | 'replica' | 'config'>): Promise<SystemDatabase> {
  const before = Date.now();
  const { rows } = await db.raw<{ rows: [Facts] }>(FACTS);
  const { clock, oldest_transaction_seconds, ...facts } = rows[0];
  const wallClock = (before + Date.now()) / 2_000;
  return {
    ...facts,
    oldest_transaction_seconds: tenths(oldest_transaction_seconds),
    migrated: await isMigrated(db),
    clock_offset_seconds: tenths(clock - wallClock) || 0,
    replica: config.replicaUrl ? { lag_seconds: replica.lagSeconds() } : null,
  };
}

async function diskSpace({ storage }: Services['config']): Promise<SystemStorage['disk']> {
  if (storage.kind !== 'disk') return null;
  // The folder appears with the first upload.
  const space = await statfs(storage.dir).catch(() => null);
  return space && { free_bytes: space.bavail * space.bsize, total_bytes: space.blocks * space.bsize };
}

/** The count is the planner's estimate where the table is large. */
const UPLOADS = `select case when reltuples < 100000 then (select count(*) from uploads) else reltuples end::float8 as n
  from pg_class where oid = 'uploads'::regclass`;

export async function storageStatus({ db, config }: Pick<Services, 'db' | 'config'>): Promise<SystemStorage> {
  const { rows } = await db.raw<{ rows: { n: number }[] }>(UPLOADS);
  const last = await db('backups').orderBy('id', 'desc').first();
  const success = await lastSuccess(db);
  return {
    kind: config.storage.kind,
    uploads: rows[0]?.n ?? 0,
    disk: await diskSpace(config),
    backup: {
      configured: config.operations.backupLocation !== null,
      last: last ? backupDocument(last) : null,
      last_success_at: success?.finished_at?.toISOString() ?? null,
    },
  };
}

const lastSuccess = (db: Knex) =>
  db('backups').whereNotNull('finished_at').whereNull('error').orderBy('id', 'desc').first('finished_at');
