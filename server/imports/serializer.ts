import type { Db } from '../../db/connection';
import type { ImportedCsvRow, ImportPreviewRow } from '../../db/tables';
import type { ImportRecord } from './contract';

const MAX_LISTED = 500;

interface Counts {
  imported: number;
  updated: number;
  issues: number;
  warnings: number;
}

async function countsOf(db: Db, id: number): Promise<Counts> {
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `select
       (select count(*)::int from imported_products where import_id = :id and outcome = 'created') as imported,
       (select count(*)::int from imported_products where import_id = :id and outcome = 'updated') as updated,
       (select count(*)::int from imported_products where import_id = :id and provisional_errors <> '{}') as issues,
       (select count(*)::int from import_issues where import_id = :id and kind = 'warning')
         + (select coalesce(sum(count - stored), 0)::int from import_issue_counts
             where import_id = :id and kind = 'warning') as warnings`,
    { id },
  );
  return rows[0] ?? { imported: 0, updated: 0, issues: 0, warnings: 0 };
}

const provisionalOf = async (db: Db, id: number) => {
  const { rows } = await db.raw<{ rows: ImportRecord['imported_provisional_products'] }>(
    `select products.id, products.name, imported_products.provisional_errors
       from imported_products join products on products.id = imported_products.product_id
      where import_id = ? and imported_products.provisional_errors <> '{}'
      order by products.id limit ?`,
    [id, MAX_LISTED],
  );
  return rows;
};

async function rejectedOf(db: Db, id: number): Promise<ImportRecord['rejected_rows']> {
  const { rows } = await db.raw<{ rows: { line: number; errors: Record<string, string> }[] }>(
    `select line, jsonb_object_agg(column_name, message) as errors
       from import_issues where import_id = ? and kind = 'rejected'
      group by line order by line limit ?`,
    [id, MAX_LISTED],
  );
  return rows;
}

const warningsOf = async (db: Db, id: number) =>
  (
    await db('import_issues')
      .where({ import_id: id, kind: 'warning' })
      .orderBy(['line', 'id'])
      .limit(MAX_LISTED)
      .select('line', 'column_name', 'value', 'message')
  ).map(({ line, column_name, value, message }) => ({ line, column: column_name, value, message }));

/** Clients poll every two seconds: without the large columns. */
export const importState = [
  'id',
  'seller_id',
  'user_id',
  'key',
  'file_name',
  'status',
  'error',
  'resumable',
  'total_rows',
  'done_rows',
  'total_imported_count',
] as const;

export const previewState = ['id', 'seller_id', 'user_id', 'key', 'stored_key', 'file_name'] as const;

export type PreviewState = Pick<ImportPreviewRow, (typeof previewState)[number]>;

export type ImportState = Pick<ImportedCsvRow, (typeof importState)[number]>;

/** Lists are empty until the import is over, because clients poll every two seconds. */
export async function importRecord(db: Db, row: ImportState): Promise<ImportRecord> {
  const isOver = row.status === 'imported' || row.status === 'failed';
  const [counts, provisional, rejected, warnings] = await Promise.all([
    countsOf(db, row.id),
    isOver ? provisionalOf(db, row.id) : [],
    isOver ? rejectedOf(db, row.id) : [],
    isOver ? warningsOf(db, row.id) : [],
  ]);
  return {
    id: row.id,
    key: row.key,
    file_name: row.file_name,
    imported_status: row.status,
    imported_percentage:
      row.status === 'imported' ? 100 : Math.floor((row.done_rows * 100) / Math.max(row.total_rows, 1)),
    done_rows: row.done_rows,
    total_rows: row.total_rows,
    issue_count: counts.issues,
    imported_count: counts.imported,
    updated_count: counts.updated,
    total_imported_count: row.total_imported_count,
    imported_provisional_products: provisional,
    rejected_count: row.done_rows - row.total_imported_count,
    rejected_rows: rejected,
    warning_count: counts.warnings,
    warnings,
    error: row.error,
    resume_row: row.resumable ? row.done_rows + 1 : null,
  };
}
