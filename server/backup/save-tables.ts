import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fullName, type Table } from './catalog';
import { Summing } from './checksum';
import type { BackupFiles } from './files';
import type { TableEntry } from './manifest';

/** Fast levels: a backup costs the machine processor more than the disk space. */
const GZIP_LEVEL = 3;

export const copied = ({ schema, name, columns }: Pick<Table, 'schema' | 'name' | 'columns'>) =>
  `${[schema, name].map(pg.escapeIdentifier).join('.')} (${columns.map(pg.escapeIdentifier).join(', ')})`;

async function saveTable(client: pg.ClientBase, files: BackupFiles, folder: string, table: Table) {
  const { schema, name, columns } = table;
  const file = `${fullName(table)}.gz`;
  const rows = client.query(copyTo(`copy ${copied(table)} to stdout`));
  const summing = new Summing();
  const body = new PassThrough();
  await Promise.all([
    pipeline(rows, createGzip({ level: GZIP_LEVEL }), summing, body),
    files.write(`${folder}/${file}`, body),
  ]);
  return { schema, name, columns, rows: rows.rowCount, file, ...summing.sum() };
}

/** One after another, as a connection copies one table at a time. */
export async function saveTables(
  client: pg.ClientBase,
  files: BackupFiles,
  folder: string,
  tables: readonly Table[],
): Promise<TableEntry[]> {
  const entries: TableEntry[] = [];
  for (const table of tables) entries.push(await saveTable(client, files, folder, table));
  return entries;
}
