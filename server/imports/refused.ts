import type { ImportedCsvRow, ImportPreviewRow } from '../../db/tables';
import { Conflict } from '../http/errors';
import type { Services } from '../services';
import { importFields, REASON, templateColumns } from './columns-contract';
import { type Mapping, readHeadings } from './headings';
import { columnsOf, readableCsv } from './import-file';
import { type Judged, judge } from './judge';
import { UnreadableFile } from './rows';

export const refusedHeadings = [...templateColumns.map(({ heading }) => heading), REASON];

/** The rows that need somebody, as they were, with what to do: mended, the file can be uploaded again. */
export async function* refusedRows(rows: AsyncIterable<Judged>): AsyncGenerator<string[]> {
  for await (const { row, status, problems } of rows) {
    if (status !== 'refused' && status !== 'incomplete') continue;
    const reasons = problems
      .filter(({ kind }) => kind !== 'warning')
      .map(({ column, message }) => `${column}: ${message}`);
    const cells = importFields.map((field) => row.cells[field] ?? '');
    yield [...cells, `Line ${row.line}. ${reasons.join('. ')}`, ...(surplus(row.extra) ?? [])];
  }
}

/** Cells past the last column keep a row of doubtful cells from being imported until it was corrected. */
const surplus = (extra: readonly string[] | null) =>
  extra && ['Remove this cell and those after it when the row is correct', ...extra];

type Parts = Pick<Services, 'db' | 'store'>;

/** The rows of a preview as they would end now. */
export async function judgedPreview({ db, store }: Parts, preview: ImportPreviewRow) {
  const file = await readableCsv(store, preview.stored_key);
  const mapping = (await columnsOf(db, preview, file)).map(({ field }) => field);
  return judge(db, preview.seller_id, file, mapping, preview.fixes);
}

/** The rows of an import as they would end now: what was completed since is no matter any more. */
export async function judgedImport({ db, store }: Parts, record: ImportedCsvRow) {
  const file = await readableCsv(store, record.stored_key);
  const mapping = (record.columns as Mapping | null) ?? strictly(file.headings);
  return judge(db, record.seller_id, file, mapping, record.fixes);
}

function strictly(headings: readonly string[]): Mapping {
  try {
    return readHeadings(headings).mapping;
  } catch (error) {
    throw error instanceof UnreadableFile ? Conflict(error.message) : error;
  }
}
