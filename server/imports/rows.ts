import type { Db } from '../../../db/connection';
import type { ProductRow } from '../../../db/tables';
import { type ChunkRow, isRejected, repeatedUpc, rowStatus } from '../chunk';
import { headingOf, isImportField } from '../columns-contract';
import type { RowStatus } from '../contract';
import { toExistingProduct } from '../existing-product';
import { type ExistingProduct, type Merged, merge } from '../merge';
import type { CsvFile } from '../parsing/csv-reader';
import type { Mapping } from '../parsing/header-mapping';
import { shownValue } from '../parsing/row';
import { UpcMap, upcWritings } from '../parsing/upc-digits';
import { chunksOf } from '../run';
import type { Fixes, PreviewProblem } from './contract';

export interface ClassifiedRow {
  row: ChunkRow;
  status: RowStatus;
  merged: Merged | null;
  /** The product as the row finds it. */
  before: ExistingProduct | null;
  problems: PreviewProblem[];
}

export async function* classifyRows(
  db: Db,
  sellerId: number,
  file: CsvFile,
  mapping: Mapping,
  fixes: Fixes,
): AsyncGenerator<ClassifiedRow> {
  const states = new UpcMap<ExistingProduct>();
  for await (const rows of chunksOf(file, mapping, fixes)) {
    for (const product of await existingProducts(db, sellerId, rows))
      if (!states.has(product.upc)) states.add(product.upc, toExistingProduct(product));
    for (const row of rows) yield classifyRow(row, states);
  }
}

async function existingProducts(db: Db, sellerId: number, rows: readonly ChunkRow[]) {
  const upcs = rows.filter((row) => !isRejected(row)).flatMap(({ upc }) => upcWritings(upc));
  const { rows: found } = await db.raw<{ rows: ProductRow[] }>(
    'select * from products where seller_id = ? and upc = any(?) and deleted_at is null order by id',
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

const NOTHING = { status: 'refused', before: null, merged: null } as const;

function classifyRow(row: ChunkRow, states: UpcMap<ExistingProduct>): ClassifiedRow {
  if (isRejected(row)) return { ...NOTHING, row, problems: problemsOf(row, 'refused', row.rejected) };
  const before = states.get(row.upc) ?? null;
  const merged = merge(before, row);
  states.set(row.upc, merged.after);
  const problems = [
    ...problemsOf(row, 'incomplete', merged.errors),
    ...(row.earlierLine ? [problemIn(row, 'warning', 'upc', repeatedUpc(row.earlierLine))] : []),
    ...merged.warnings.map(({ field, message }) => problemIn(row, 'warning', field, message)),
    ...merged.questions.map(({ field, message }) => problemIn(row, 'question', field, message)),
  ];
  return { row, status: rowStatus(merged, row), before, merged, problems };
}

const problemsOf = (row: ChunkRow, kind: ProblemKind, messages: Record<string, string>) =>
  Object.entries(messages).map(([field, message]) => problemIn(row, kind, field, message));
