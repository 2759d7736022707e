import type pg from 'pg';
import { addressOf } from '../../db/connection';
import { holdMigrations } from '../../db/migrate';
import { withSession } from '../../db/session';
import type { Services } from '../services';
import { listMigrations, listSequences, listTables, queueMigration } from './catalog';
import type { BackupFiles } from './files';
import { isComplete, type Manifest, removeBackup, writeManifest } from './manifest';
import { beginRecord, endAbandoned, recordFailure, recordSuccess } from './records';
import { expiredBackups, folderAt, isAbandoned, isBackupFolder } from './retention';
import { saveTables } from './save-tables';
import { UploadsBackup } from './uploads';

type BackupServices = Pick<Services, 'config' | 'db'>;

interface BackupOptions {
  /** Runs in the snapshot before its tables are read. */
  readonly onSnapshot?: (session: pg.ClientBase) => Promise<unknown>;
}

export interface Backup {
  readonly location: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

const BACKUP_LOCK = 729_481_150;

/** The lock ends with the session, so that of a killed process is free. */
async function takeBackupLock(session: pg.ClientBase) {
  const { rows } = await session.query('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
  if (rows[0]?.taken !== true) throw new Error('Another backup is running.');
}

async function beginSnapshot(session: pg.ClientBase) {
  // A migration could rewrite a table, and the snapshot would find it empty.
  await holdMigrations(session);
  await session.query('begin isolation level repeatable read read only');
  await session.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  return listTables(session);
}

const manifestHead = async (session: pg.ClientBase, version: string) => ({
  format: 1 as const,
  created_at: new Date().toISOString(),
  version,
  postgres: String((await session.query('show server_version')).rows[0]?.server_version),
  migrations: await listMigrations(session),
  queue_migration: await queueMigration(session),
  sequences: await listSequences(session),
});

class BackupRun {
  readonly folder = folderAt(new Date());
  readonly location: string;
  #record: number | null = null;

  constructor(
    readonly services: BackupServices,
    readonly session: pg.ClientBase,
    readonly files: BackupFiles,
  ) {
    this.location = `${files.label.replace(/\/$/, '')}/${this.folder}`;
  }

  async write({ onSnapshot = async () => undefined }: BackupOptions): Promise<Backup> {
    const { services, session, files, folder } = this;
    const uploads = new UploadsBackup(files, folder, services.config.storage);
    await uploads.collect();
    const found = await beginSnapshot(session);
    // After the snapshot, which must not hold an unfinished backup.
    this.#record = await beginRecord(services.db, this.location);
    await onSnapshot(session);
    await uploads.collect();
    const tables = await saveTables(session, files, folder, found);
    const facts = await manifestHead(session, services.config.operations.version);
    await session.query('commit');
    const manifest: Manifest = { ...facts, tables, uploads: await uploads.writeList() };
    const checksum = await writeManifest(files, folder, manifest);
    const bytes = tables.reduce((sum, table) => sum + table.bytes, uploads.bytes());
    await recordSuccess(services.db, this.#record, { bytes, checksum });
    return { location: this.location, manifest, bytes };
  }

  async fail(failure: Error) {
    await recordFailure(this.services.db, this.#record, this.location, failure).catch(() => undefined);
    await removeBackup(this.files, this.folder).catch(() => undefined);
  }
}

export async function backUp(
  services: BackupServices,
  files: BackupFiles,
  options: BackupOptions = {},
): Promise<Backup> {
  const { databaseDirectUrl } = services.config.operations;
  return withSession(databaseDirectUrl ?? addressOf(services.db), 'lotwise-backup', async (session) => {
    await takeBackupLock(session);
    await endAbandoned(services.db);
    const run = new BackupRun(services, session, files);
    return run.write(options).catch(async (error: Error) => {
      await run.fail(error);
      throw error;
    });
  });
}

/** Deletes expired backups, and what killed processes left more than a day ago. */
export async function pruneBackups(files: BackupFiles, now = new Date()): Promise<void> {
  const complete: string[] = [];
  for (const folder of (await files.listFolders()).filter(isBackupFolder))
    if (await isComplete(files, folder)) complete.push(folder);
    else if (isAbandoned(folder, now)) await removeBackup(files, folder);
  for (const folder of expiredBackups(complete)) await removeBackup(files, folder);
}
