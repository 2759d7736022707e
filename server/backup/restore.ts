import type pg from 'pg';
import { migrate, unknownMigrations } from '../../db/migrate';
import { isRestoring, markRestoring, unmarkRestoring } from '../../db/restoring';
import { withSession } from '../../db/session';
import type { Config } from '../config/config';
import { queueMigration } from './catalog';
import { requireIntact, type StoredFile } from './checksum';
import type { BackupFiles } from './files';
import { loadTables } from './load-tables';
import { loadUploads } from './load-uploads';
import { type Manifest, readManifest } from './manifest';
import { readUploads } from './uploads';

interface RestoreOptions {
  readonly files: BackupFiles;
  readonly folder: string;
  readonly databaseUrl: string;
  readonly storage: Config['storage'];
}

export interface Restored {
  readonly manifest: Manifest;
  readonly uploads: number;
}

const NEWER = 'This backup is of a newer version. Deploy that version first';
const NOT_EMPTY = 'This database is not empty. Restore into an empty one.';
const NEEDS_DISK = 'This backup holds uploads of the disk. Restore it without S3_BUCKET.';

const RESTORE_LOCK = 729_481_151;

async function readKnownManifest({ files, folder, storage }: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(files, folder);
  if (!manifest) throw new Error(`There is no complete backup at ${files.label}/${folder}.`);
  const [unknown] = unknownMigrations(manifest.migrations);
  if (unknown || manifest.format !== 1) throw new Error(`${NEWER} (${manifest.version}, ${unknown}).`);
  if (manifest.uploads && manifest.uploads.count > 0 && storage.kind !== 'disk') throw new Error(NEEDS_DISK);
  return manifest;
}

/** Throws BackupDamaged before anything is written. Returns the uploads. */
async function verify({ files, folder }: RestoreOptions, manifest: Manifest): Promise<StoredFile[]> {
  for (const table of manifest.tables) await requireIntact(files, folder, table);
  if (manifest.uploads) await requireIntact(files, folder, manifest.uploads);
  const uploads = await readUploads(files, folder, manifest);
  for (const upload of uploads) await requireIntact(files, folder, upload);
  return uploads;
}

const HAS_RELATIONS = `select exists (
  select from pg_class c join pg_namespace n on n.oid = relnamespace
   where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'S')
     and not exists (select from pg_depend where objid = c.oid and deptype = 'e')) as found`;

const CLEAR = `
  drop schema if exists graphile_worker cascade;
  drop schema public cascade;
  create schema public;
  grant usage on schema public to public`;

/** Clears what an interrupted restore left. Throws if the database is in use. */
async function requireEmpty(session: pg.ClientBase) {
  const { rows: locks } = await session.query('select pg_try_advisory_lock($1) as taken', [RESTORE_LOCK]);
  if (locks[0]?.taken !== true) throw new Error('Another restore into this database is running.');
  if (await isRestoring(session)) await session.query(CLEAR);
  const { rows } = await session.query(HAS_RELATIONS);
  if (rows[0]?.found) throw new Error(NOT_EMPTY);
}

async function fill(session: pg.ClientBase, options: RestoreOptions, manifest: Manifest) {
  const { files, folder, databaseUrl } = options;
  await migrate(databaseUrl, { only: manifest.migrations, restoring: true });
  if ((await queueMigration(session)) < manifest.queue_migration)
    throw new Error(`${NEWER} (${manifest.version}).`);
  await loadTables(session, files, folder, manifest);
  await migrate(databaseUrl, { restoring: true });
}

async function fillDatabase(session: pg.ClientBase, options: RestoreOptions, manifest: Manifest) {
  const uploads = await verify(options, manifest);
  await requireEmpty(session);
  await markRestoring(session);
  try {
    await fill(session, options, manifest);
    const { files, folder, storage } = options;
    if (storage.kind === 'disk') await loadUploads(files, folder, uploads, storage.dir);
    await session.query('analyze');
    await unmarkRestoring(session);
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    await session.query(CLEAR).catch(() => undefined);
    throw error;
  }
  return { manifest, uploads: uploads.length };
}

/** Restores into an empty database. A failure empties it again; killed, its marker keeps processes from starting. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const manifest = await readKnownManifest(options);
  return withSession(options.databaseUrl, 'lotwise-restore', (session) =>
    fillDatabase(session, options, manifest),
  );
}
