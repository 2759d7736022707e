import type { ImportedProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { createMany, fillMany, productsWithUpc } from '../products/import-writes';
import { headingOf } from './columns-contract';
import { toExistingProduct } from './existing-product';
import { type Issue, storeIssues } from './issues';
import { type ExistingProduct, type Merged, merge } from './merge';
import { type ReadRow, shownValue } from './parsing/row';
import type { ImportState } from './serializer';

export interface ChunkRow extends ReadRow {
  /** Line of the first row with the same UPC; 0 if there is none. */
  earlierLine: number;
}

export const isRejected = ({ rejected }: ReadRow) => Object.keys(rejected).length > 0;

export const repeatedUpc = (line: number) =>
  `This UPC is on line ${line} already: only what was missing there was taken`;

/** Writes the chunk's products, stock movements and issues. */
export async function writeChunk(tx: Tx, record: ImportState, rows: readonly ChunkRow[]): Promise<void> {
  const good = rows.filter((row) => !isRejected(row));
  const stored = await productsWithUpc(tx, record.seller_id, [...new Set(good.map(({ upc }) => upc))]);
  const ids = new Map([...stored].map(([upc, { id }]) => [upc, id]));
  const before = new Map<string, ExistingProduct>(
    [...stored].map(([upc, row]) => [upc, toExistingProduct(row)]),
  );
  const merged = new Map<string, Merged>();
  const issues: Issue[] = rows.flatMap((row) => rejections(record.id, row));

  for (const row of good) {
    const earlier = merged.get(row.upc);
    const next = merge(earlier?.after ?? before.get(row.upc) ?? null, row);
    merged.set(row.upc, earlier ? together(earlier, next) : next);
    issues.push(...warningsOf(record.id, row, next));
  }

  const entries = [...merged];
  const bulk = (one: Merged) => ({
    input: one.input,
    provisional: one.provisional,
    provisional_errors: one.errors,
  });
  const made = await createMany(
    tx,
    record.seller_id,
    entries.filter(([, one]) => one.outcome === 'created').map(([, one]) => bulk(one)),
    record.user_id,
  );
  for (const [upc, id] of made) ids.set(upc, id);
  await fillMany(
    tx,
    entries.flatMap(([upc, one]) => {
      const id = ids.get(upc);
      return one.outcome === 'updated' && id ? [{ id, ...bulk(one) }] : [];
    }),
    record.user_id,
  );
  await noteProducts(
    tx,
    entries.flatMap(([upc, one]) => {
      const product_id = ids.get(upc);
      if (!product_id) return [];
      return [{ import_id: record.id, product_id, outcome: one.outcome, provisional_errors: one.errors }];
    }),
  );
  await storeIssues(tx, record.id, issues);
}

/** Joins two rows of the same UPC, so that the product is written once. */
const together = (earlier: Merged, later: Merged): Merged => ({
  ...later,
  outcome: earlier.outcome === 'unchanged' ? later.outcome : earlier.outcome,
  input: { ...earlier.input, ...later.input },
});

const rejections = (importId: number, row: ChunkRow): Issue[] =>
  Object.entries(row.rejected).map(([field, message]) => ({
    import_id: importId,
    line: row.line,
    kind: 'rejected',
    column_name: headingOf(field),
    value: shownValue(row, field),
    message,
  }));

function warningsOf(importId: number, row: ChunkRow, { warnings }: Merged): Issue[] {
  const told = row.earlierLine
    ? [{ line: row.line, column: headingOf('upc'), value: row.upc, message: repeatedUpc(row.earlierLine) }]
    : [];
  return [...told, ...warnings].map(({ line, column, value, message }) => ({
    import_id: importId,
    line,
    kind: 'warning',
    column_name: column,
    value,
    message,
  }));
}

/** Keeps the outcome `created` of an earlier chunk. */
async function noteProducts(tx: Tx, products: readonly ImportedProductRow[]) {
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
