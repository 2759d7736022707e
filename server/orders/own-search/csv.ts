import type { Knex } from 'knex';
import { groupRows } from '../../../db/rows';
import { textCell } from '../../contract/csv';
import { type Cents, plainDollars } from '../../contract/money';

const BATCH = 500;

export type CsvRow = Readonly<Record<string, unknown>>;

export type Columns = readonly (readonly [column: string, heading: string])[];

export const headingsOf = (columns: Columns) => columns.map(([, heading]) => heading);

/** Amounts without a sign, UTC days in place of times, texts as spreadsheets keep them. */
export function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (column.endsWith('_cents')) return plainDollars(value as Cents);
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' ? textCell(value) : String(value);
}

interface CsvFile<Row> {
  readonly columns: Columns;
  /** Selects the lines of `:ids` with their `id`, in the order of the ids. */
  readonly sql: string;
  readonly rowsOf: (lines: readonly Row[]) => readonly CsvRow[];
}

/** Every row by itself may be added up: what belongs to the whole has a row of its own. */
export async function* cellsOf<Row extends { readonly id: number }>(
  db: Knex,
  { columns, sql, rowsOf }: CsvFile<Row>,
  ids: readonly number[],
) {
  for (let start = 0; start < ids.length; start += BATCH) {
    const { rows } = await db.raw<{ rows: Row[] }>(sql, { ids: ids.slice(start, start + BATCH) });
    const linesOf = groupRows(rows, ({ id }) => id);
    for (const id of ids.slice(start, start + BATCH))
      for (const row of rowsOf(linesOf(id))) yield columns.map(([column]) => cellText(column, row[column]));
  }
}
