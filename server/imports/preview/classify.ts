import type { Db } from '../../../db/connection';
import type { ProductRow } from '../../../db/tables';
import { type ChunkRow, isRejected, repeatedUpc, rowStatus } from '../chunk';
import { headingOf, isImportField } from '../columns-contract';
import type { RowStatus } from '../contract';
import { toExistingProduct } from '../existing-product';
import { type ExistingProduct, type Merged, merge } from '../merge';
import type { CsvFile } from '../parsing/csv';
import type { Mapping } from '../parsing/header-mapping';
import { shownValue } from '../parsing/row';
import { chunksOf } from '../run';
import type { Fixes, PreviewProblem } from './contract';

export interface ClassifiedRow {
  row: ChunkRow;
  status: RowStatus;
  merged: Merged | null;
  problems: PreviewProblem[];
}

export async function* classifyRows(
  db: Db,
  sellerId: number,
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
): AsyncGenerator<ClassifiedRow> {
  const states = new Map<string, ExistingProduct>();
  for await (const rows of chunksOf(file, mapping, fixes)) {
    for (const product of await existingProducts(db, sellerId, rows))
      if (!states.has(product.upc)) states.set(product.upc, toExistingProduct(product));
    for (const row of rows) yield classifyRow(row, states);
  }
}

async function existingProducts(db: Db, sellerId: number, rows: readonly ChunkRow[]) {
  const upcs = rows.filter((row) => !isRejected(row)).map(({ upc }) => upc);
  const { rows: found } = await db.raw<{ rows: ProductRow[] }>(
    'select * from products where seller_id = ? and upc = any(?) and deleted_at is null',
    [sellerId, upcs],
  );
  return found;
}

type ProblemKind = PreviewProblem['kind'];

const problemIn = (row: ChunkRow, kind: ProblemKind, field: string, message: string): PreviewProblem => ({
  kind,
  field: isImportField(field) ? field : null,
  line: row.line,
  column: headingOf(field),
  value: shownValue(row, field),
  message,
});

function classifyRow(row: ChunkRow, states: Map<string, ExistingProduct>): ClassifiedRow {
  if (isRejected(row))
    return { row, status: rowStatus(null), merged: null, problems: problemsOf(row, 'refused', row.rejected) };
  const merged = merge(states.get(row.upc) ?? null, row);
  states.set(row.upc, merged.after);
  const problems = [
    ...problemsOf(row, 'incomplete', merged.errors),
    ...(row.earlierLine ? [problemIn(row, 'warning', 'upc', repeatedUpc(row.earlierLine))] : []),
    ...merged.warnings.map(({ field, message }) => problemIn(row, 'warning', field, message)),
  ];
  return { row, status: rowStatus(merged), merged, problems };
}

const problemsOf = (row: ChunkRow, kind: ProblemKind, messages: Record<string, string>) =>
  Object.entries(messages).map(([field, message]) => problemIn(row, kind, field, message));
