import type { Knex } from 'knex';
import { groupRows } from '../../db/rows';
import { type Columns, type CsvDownload, cellText } from '../http/csv';

const BATCH = 500;

export type CsvRow = Readonly<Record<string, unknown>>;

interface LineFile<Row> {
  readonly columns: Columns;
  /** Selects the lines of `:ids` with their `id`, in the order of the ids. */
  readonly sql: string;
  readonly rowsOf: (lines: readonly Row[]) => readonly CsvRow[];
}

/** Every row by itself may be added up: what belongs to the whole has a row of its own. */
export const linesFile = <Row extends { readonly id: number }>(
  db: Knex,
  file: LineFile<Row>,
  ids: readonly number[],
): CsvDownload => ({ headings: file.columns.map(([, heading]) => heading), rows: cellsOf(db, file, ids) });

async function* cellsOf<Row extends { readonly id: number }>(
  db: Knex,
  { columns, sql, rowsOf }: LineFile<Row>,
  ids: readonly number[],
) {
  for (let start = 0; start < ids.length; start += BATCH) {
    const { rows } = await db.raw<{ rows: Row[] }>(sql, { ids: ids.slice(start, start + BATCH) });
    const linesOf = groupRows(rows, ({ id }) => id);
    for (const id of ids.slice(start, start + BATCH))
      for (const row of rowsOf(linesOf(id))) yield columns.map(([column]) => cellText(column, row[column]));
  }
}
