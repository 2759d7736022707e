import type { Db } from '../../db/connection';
import type { ImportedCsvRow, ImportedProductRow, ImportPreviewRow } from '../../db/tables';
import type { ImportRecord, ProductCounts, RowCounts } from './contract';
import { NO_ROWS } from './row-outcome';

const MAX_LISTED = 500;

const OUTCOMES = { created: 'new', updated: 'changed', unchanged: 'unchanged' } as const;

interface CountRow {
  outcome: ImportedProductRow['outcome'];
  products: number;
  incomplete: number;
  differing: number;
  differing_incomplete: number;
}

async function productFiguresOf(
  db: Db,
  id: number,
): Promise<{ product_counts: ProductCounts; differs_count: number }> {
  const { rows } = await db.raw<{ rows: CountRow[] }>(
    `select outcome, count(*)::int as products,
            (count(*) filter (where provisional_errors <> '{}'))::int as incomplete,
            (count(*) filter (where differs))::int as differing,
            (count(*) filter (where differs and provisional_errors <> '{}'))::int as differing_incomplete
       from imported_products where import_id = ? group by outcome`,
    [id],
  );
  const none = { products: 0, incomplete: 0 };
  const counts: ProductCounts = { new: none, changed: none, unchanged: none, differs: none };
  for (const { outcome, products, incomplete, differing, differing_incomplete } of rows) {
    counts[OUTCOMES[outcome]] = { products, incomplete };
    if (outcome === 'unchanged') counts.differs = { products: differing, incomplete: differing_incomplete };
  }
  const differs_count = rows.reduce((sum, { differing }) => sum + differing, 0);
  return { product_counts: counts, differs_count };
}

async function warningCountOf(db: Db, id: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { warnings: number }[] }>(
    `select (select count(*)::int from import_issues where import_id = :id and kind = 'warning')
         + (select coalesce(sum(count - stored), 0)::int from import_issue_counts
             where import_id = :id and kind = 'warning') as warnings`,
    { id },
  );
  return rows[0]?.warnings ?? 0;
}

/** Null if another release counted some of the rows or none. */
function rowCountsOf({ row_counts, done_rows }: ImportState): RowCounts | null {
  const counts = row_counts ?? NO_ROWS;
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return counted === done_rows ? counts : null;
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
  'row_counts',
  'updates',
  'units_counted_at',
  'sold_out_count',
  'replaced_count',
  'undone_to',
  'undone_at',
  'created_at',
  'updated_at',
] as const;

export const previewState = [
  'id',
  'seller_id',
  'user_id',
  'key',
  'stored_key',
  'file_name',
  'saved_at',
  'created_at',
] as const;

export type PreviewState = Pick<ImportPreviewRow, (typeof previewState)[number]>;

export type ImportState = Pick<ImportedCsvRow, (typeof importState)[number]>;

/** Lists are empty until the import is over, because clients poll every two seconds. */
export async function importRecord(db: Db, row: ImportState): Promise<ImportRecord> {
  const isOver = row.status === 'imported' || row.status === 'failed';
  const [{ product_counts, differs_count }, warning_count, provisional, rejected, warnings] =
    await Promise.all([
      productFiguresOf(db, row.id),
      warningCountOf(db, row.id),
      isOver ? provisionalOf(db, row.id) : [],
      isOver ? rejectedOf(db, row.id) : [],
      isOver ? warningsOf(db, row.id) : [],
    ]);
  return {
    ...progressOf(row),
    product_counts,
    differs_count,
    issue_count:
      product_counts.new.incomplete + product_counts.changed.incomplete + product_counts.unchanged.incomplete,
    imported_count: product_counts.new.products,
    updated_count: product_counts.changed.products,
    imported_provisional_products: provisional,
    rejected_rows: rejected,
    warning_count,
    warnings,
  };
}

const UNDO_MS = 24 * 3_600_000;

/** Null where nothing was replaced or all is undone, and before the end. */
export function undoUntil(row: ImportState): Date | null {
  const isOver = row.status === 'imported' || row.status === 'failed';
  const isUndoable = isOver && !row.undone_at && row.replaced_count + row.sold_out_count > 0;
  return isUndoable ? new Date(row.updated_at.getTime() + UNDO_MS) : null;
}

const progressOf = (row: ImportState) => ({
  id: row.id,
  key: row.key,
  file_name: row.file_name,
  imported_status: row.status,
  imported_percentage:
    row.status === 'imported' ? 100 : Math.floor((row.done_rows * 100) / Math.max(row.total_rows, 1)),
  done_rows: row.done_rows,
  total_rows: row.total_rows,
  row_counts: rowCountsOf(row),
  differing_rows: row.row_counts?.differs ?? 0,
  sold_out_count: row.sold_out_count,
  undo_until: undoUntil(row)?.toISOString() ?? null,
  undone_at: row.undone_at?.toISOString() ?? null,
  total_imported_count: row.total_imported_count,
  rejected_count: row.done_rows - row.total_imported_count,
  error: row.error,
  resume_row: row.resumable ? row.done_rows + 1 : null,
});
