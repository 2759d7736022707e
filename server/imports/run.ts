import { violates } from '../../db/sql';
import type { ImportedCsvRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Services } from '../services';
import type { RowCounts } from './contract';
import { chunksOf, type FileRow } from './file-rows';
import { withStoredCsv } from './import-file';
import type { CsvFile } from './parsing/csv-reader';
import { type Mapping, readHeadings } from './parsing/header-mapping';
import { UnreadableFile } from './parsing/records';
import { problem, textOf } from './problem-texts';
import { NO_ROWS } from './row-outcome';
import { type ImportState, importState } from './serializer';
import { markSoldOut } from './sold-out';
import { updateOptionsOf } from './update-options';
import type { UpdateOptions } from './updates';
import { type ChunkResult, writeChunk } from './write-chunk';

type ImportServices = Pick<Services, 'config' | 'db' | 'store' | 'transaction'>;

/** Imports chunk by chunk, one transaction each; continues after a restart. Unreadable files end as `failed`. */
export async function processImport(services: ImportServices, importId: number): Promise<void> {
  const { db } = services;
  const record = await db('imported_csvs').where({ id: importId }).first();
  if (!record || record.status === 'imported' || record.status === 'failed') return;
  try {
    await withStoredCsv(services, record, (file, digest) =>
      importFile(services, { ...record, digest }, file),
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await failImport(db, record.id, error);
  }
}

const failImport = (db: Services['db'], id: number, { message }: Error) =>
  db('imported_csvs').where({ id }).update({ status: 'failed', error: message, updated_at: db.fn.now() });

async function importFile(services: ImportServices, record: ImportedCsvRow, file: CsvFile) {
  const mapping = await startImporting(services, record, file);
  const options = await updateOptionsOf(services, record);
  let done = record.done_rows;
  for await (const rows of chunksOf(file, mapping, record.fixes, done)) {
    if (!(await importChunk(services, { importId: record.id, from: done, rows, options }))) return;
    done += rows.length;
  }
  await markSoldOut(services, record);
  await services
    .db('imported_csvs')
    .where({ id: record.id, status: 'importing' })
    .update({ status: 'imported', updated_at: services.db.fn.now() });
}

/** An earlier release took another row for the header. */
const OTHER_COLUMNS = 'The columns of this file are read in another way now. Upload it again.';

/** Returns the mapping; at the first run stores the number of rows and warnings about columns. */
async function startImporting(
  { transaction }: Pick<Services, 'transaction'>,
  record: ImportedCsvRow,
  file: CsvFile,
): Promise<Mapping> {
  const { mapping, unknown } = record.columns
    ? { mapping: record.columns as Mapping, unknown: [] }
    : readHeadings(file.headings);
  if (mapping.length !== file.headings.length) throw new UnreadableFile(OTHER_COLUMNS);
  if (record.status !== 'pending') return mapping;
  await transaction(async (tx) => {
    const started = await tx('imported_csvs').where({ id: record.id, status: 'pending' }).update({
      status: 'importing',
      total_rows: file.total,
      digest: record.digest,
      updated_at: tx.fn.now(),
    });
    if (started > 0 && unknown.length > 0)
      await tx('import_issues').insert(unknown.map((heading) => unknownColumn(record.id, heading)));
  });
  return mapping;
}

const unknownColumn = (import_id: number, heading: string) => ({
  import_id,
  line: 1,
  kind: 'warning' as const,
  column_name: heading.slice(0, 200),
  value: '',
  message: textOf(problem('unknown_column')),
});

function addCounts(before: RowCounts, more: RowCounts): RowCounts {
  const differs = (before.differs ?? 0) + (more.differs ?? 0);
  return {
    new: before.new + more.new,
    changed: before.changed + more.changed,
    unchanged: before.unchanged + more.unchanged,
    ...(differs > 0 && { differs }),
    incomplete: before.incomplete + more.incomplete,
    refused: before.refused + more.refused,
  };
}

const MAX_ATTEMPTS = 3;

interface Chunk {
  readonly importId: number;
  /** Rows before it. */
  readonly from: number;
  readonly rows: readonly FileRow[];
  readonly options: UpdateOptions;
}

async function importChunk(
  { transaction }: Pick<Services, 'transaction'>,
  { importId, from, rows, options }: Chunk,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(async (tx) => {
        const record = await tx('imported_csvs')
          .where({ id: importId })
          .forUpdate()
          .first(...importState);
        if (!record || record.done_rows !== from || record.status !== 'importing') return false;
        await noteProgress(tx, record, rows, await writeChunk(tx, record, rows, options));
        return true;
      });
    } catch (error) {
      // One of these products was added in the meantime; the next attempt finds it.
      if (attempt >= MAX_ATTEMPTS || !violates(error, 'products_upc_taken')) throw error;
    }
  }
}

async function noteProgress(
  tx: Tx,
  record: ImportState,
  rows: readonly FileRow[],
  { counts, replaced }: ChunkResult,
) {
  const done_rows = record.done_rows + rows.length;
  const accepted = rows.length - counts.refused;
  await tx('imported_csvs')
    .where({ id: record.id })
    .update({
      done_rows,
      row_counts: JSON.stringify(addCounts(record.row_counts ?? NO_ROWS, counts)) as never,
      total_rows: Math.max(record.total_rows, done_rows),
      total_imported_count: record.total_imported_count + accepted,
      replaced_count: record.replaced_count + replaced,
      updated_at: tx.fn.now(),
    });
}
