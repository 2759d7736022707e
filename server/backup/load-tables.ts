import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fullName } from './catalog';
import { BackupDamaged } from './checksum';
import type { BackupFiles } from './files';
import type { Manifest, SequenceEntry, TableEntry } from './manifest';
import { copied } from './save-tables';

const quoted = ({ schema, name }: { schema: string; name: string }) =>
  [schema, name].map(pg.escapeIdentifier).join('.');

const setTriggers = async (
  session: pg.ClientBase,
  tables: readonly TableEntry[],
  state: 'enable' | 'disable',
) => {
  for (const table of tables) await session.query(`alter table ${quoted(table)} ${state} trigger user`);
};

async function loadTable(session: pg.ClientBase, files: BackupFiles, folder: string, table: TableEntry) {
  const body = await files.read(`${folder}/${table.file}`);
  if (!body) throw new BackupDamaged(`${table.file} is missing from the backup.`);
  const rows = session.query(copyFrom(`copy ${copied(table)} from stdin`));
  await pipeline(body, createGunzip(), rows).catch((error: Error) => {
    throw new Error(`${table.file} could not be loaded: ${error.message}`);
  });
  if (rows.rowCount !== table.rows)
    throw new BackupDamaged(
      `${table.file} is damaged: ${fullName(table)} has ${rows.rowCount} rows, not ${table.rows}.`,
    );
}

async function setSequence(session: pg.ClientBase, { schema, name, last_value }: SequenceEntry) {
  const sequence = quoted({ schema, name });
  await session.query('select setval($1::regclass, $2::bigint, $3)', [
    sequence,
    last_value ?? '1',
    last_value !== null,
  ]);
}

/** Replaces the rows that migrations wrote. In one transaction: a failure loads nothing. */
export async function loadTables(
  session: pg.ClientBase,
  files: BackupFiles,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  await session.query('begin');
  await session.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  await setTriggers(session, tables, 'disable');
  for (const table of tables.toReversed()) await session.query(`delete from ${quoted(table)}`);
  for (const table of tables) await loadTable(session, files, folder, table);
  await session.query('set constraints all immediate');
  await setTriggers(session, tables, 'enable');
  for (const sequence of sequences) await setSequence(session, sequence);
  await session.query('commit');
}
