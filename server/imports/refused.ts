import { importFields, REASON, templateColumns } from './columns-contract';
import type { Judged } from './preview';

export const refusedHeadings = [...templateColumns.map(({ heading }) => heading), REASON];

/** The rows that need somebody, as they were, with what to do: mended, the file can be uploaded again. */
export async function* refusedRows(rows: AsyncIterable<Judged>): AsyncGenerator<string[]> {
  for await (const { row, status, problems } of rows) {
    if (status !== 'refused' && status !== 'incomplete') continue;
    const reasons = problems
      .filter(({ kind }) => kind !== 'warning')
      .map(({ column, message }) => `${column}: ${message}`);
    yield [...importFields.map((field) => row.cells[field] ?? ''), `Line ${row.line}. ${reasons.join('. ')}`];
  }
}
