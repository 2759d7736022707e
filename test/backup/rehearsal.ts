import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { listTables } from '../../server/backup/catalog';

/** A digest of the rows of each table, in an order of their own. */
export async function digestsOf(session: pg.ClientBase): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { schema, name, columns } of await listTables(session)) {
    const row = `row(${columns.map(pg.escapeIdentifier).join(', ')})::text`;
    const { rows } = await session.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(${row}, E'\\n' order by ${row} collate "C")), '') as digest
         from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    );
    digests[`${schema}.${name}`] = rows[0].digest;
  }
  return digests;
}

export async function connected<Result>(url: string, work: (session: pg.Client) => Promise<Result>) {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  return work(session).finally(() => session.end());
}

export const temporaryFolder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'lotwise-backup-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
};
