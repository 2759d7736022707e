import type { Tx } from '../transaction';

/** Serializes bigint as digits, which PostgreSQL reads into any integer type. */
const asJson = (rows: readonly object[]) =>
  JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Inserts all rows with their ids in one statement. Every row has the columns of the first. */
export async function insertAll(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = columns.map(() => '??').join(', ');
  await tx.raw(
    `insert into ?? (${names}) overriding system value
     select ${names} from json_populate_recordset(null::??, ?::json) with ordinality as row order by ordinality`,
    [table, ...columns, ...columns, table, asJson(rows)],
  );
}

/** Continues the identity columns after the explicit ids. */
export async function restartIdentity(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await tx.raw(
      `select setval(pg_get_serial_sequence(?, 'id'), greatest(max(id), 1), max(id) is not null) from ??`,
      [table, table],
    );
}

export const withId = <Row extends object>(row: Row, index: number) => ({ id: index + 1, ...row });
