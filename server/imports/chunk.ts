import type { ImportedProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { createMany, fillMany, productsWithUpc } from '../products/import-writes';
import { headingOf } from './columns-contract';
import { NO_ROWS, type RowCounts, type RowStatus } from './contract';
import { toExistingProduct } from './existing-product';
import { type Issue, storeIssues } from './issues';
import { type ExistingProduct, type Merged, merge, OUTCOME_STATUS } from './merge';
import { type ReadRow, shownValue } from './parsing/row';
import type { ImportState } from './serializer';

export interface ChunkRow extends ReadRow {
  /** Line of the first row with the same UPC; 0 if there is none. */
  earlierLine: number;
}

export const isRejected = ({ rejected }: ReadRow) => Object.keys(rejected).length > 0;

export const repeatedUpc = (line: number) =>
  `Duplicate UPC (first on line ${line}): only values missing from the first row were used`;

/** `merged` is null for a rejected row. */
export const rowStatus = (merged: Merged | null): RowStatus =>
  merged ? (merged.provisional ? 'incomplete' : OUTCOME_STATUS[merged.outcome]) : 'refused';

/** Returns the number of rows by outcome. */
export async function writeChunk(tx: Tx, record: ImportState, rows: readonly ChunkRow[]): Promise<RowCounts> {
  const accepted = rows.filter((row) => !isRejected(row));
  const stored = await productsWithUpc(tx, record.seller_id, [...new Set(accepted.map(({ upc }) => upc))]);
  const ids = new Map([...stored].map(([upc, { id }]) => [upc, id]));
  const existing = new Map<string, ExistingProduct>(
    [...stored].map(([upc, row]) => [upc, toExistingProduct(row)]),
  );
  const merged = new Map<string, Merged>();
  const issues: Issue[] = rows.flatMap((row) => rejectionIssues(record.id, row));
  const counts = { ...NO_ROWS, refused: rows.length - accepted.length };

  for (const row of accepted) {
    const earlier = merged.get(row.upc);
    const next = merge(earlier?.after ?? existing.get(row.upc) ?? null, row);
    counts[rowStatus(next)]++;
    merged.set(row.upc, earlier ? joinRows(earlier, next) : next);
    issues.push(...warningIssues(record.id, row, next));
  }

  const entries = [...merged];
  const bulk = (row: Merged) => ({
    input: row.input,
    provisional: row.provisional,
    provisional_errors: row.errors,
  });
  const created = await createMany(
    tx,
    record.seller_id,
    entries.filter(([, row]) => row.outcome === 'created').map(([, row]) => bulk(row)),
    record.user_id,
  );
  for (const [upc, id] of created) ids.set(upc, id);
  await fillMany(
    tx,
    entries.flatMap(([upc, row]) => {
      const id = ids.get(upc);
      return row.outcome === 'updated' && id ? [{ id, ...bulk(row) }] : [];
    }),
    record.user_id,
  );
  await storeProducts(
    tx,
    entries.flatMap(([upc, row]) => {
      const product_id = ids.get(upc);
      if (!product_id) return [];
      return [{ import_id: record.id, product_id, outcome: row.outcome, provisional_errors: row.errors }];
    }),
  );
  await storeIssues(tx, record.id, issues);
  return counts;
}

/** The outcome of two rows of the same UPC. */
export const joinOutcomes = (earlier: Merged['outcome'], later: Merged['outcome']) =>
  earlier === 'unchanged' ? later : earlier;

/** Joins two rows of the same UPC, so that the product is written once. */
const joinRows = (earlier: Merged, later: Merged): Merged => ({
  ...later,
  outcome: joinOutcomes(earlier.outcome, later.outcome),
  input: { ...earlier.input, ...later.input },
});

const rejectionIssues = (importId: number, row: ChunkRow): Issue[] =>
  Object.entries(row.rejected).map(([field, message]) => ({
    import_id: importId,
    line: row.line,
    kind: 'rejected',
    column_name: headingOf(field),
    value: shownValue(row, field),
    message,
  }));

function warningIssues(importId: number, row: ChunkRow, { warnings }: Merged): Issue[] {
  const repeats = row.earlierLine
    ? [{ line: row.line, column: headingOf('upc'), value: row.upc, message: repeatedUpc(row.earlierLine) }]
    : [];
  return [...repeats, ...warnings].map(({ line, column, value, message }) => ({
    import_id: importId,
    line,
    kind: 'warning',
    column_name: column,
    value,
    message,
  }));
}

/** Keeps the outcome `created` of an earlier chunk. */
async function storeProducts(tx: Tx, products: readonly ImportedProductRow[]) {
  if (products.length === 0) return;
  await tx.raw(
    `insert into imported_products (import_id, product_id, outcome, provisional_errors)
     select * from jsonb_to_recordset(cast(? as jsonb))
       as given (import_id int, product_id int, outcome text, provisional_errors jsonb)
     on conflict (import_id, product_id) do update
       set outcome = case when imported_products.outcome = 'unchanged' then excluded.outcome
                          else imported_products.outcome end,
           provisional_errors = excluded.provisional_errors`,
    [JSON.stringify(products)],
  );
}
