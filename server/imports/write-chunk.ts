import type { ImportedProductRow, ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { createMany, fillMany, productsWithUpc } from '../products/import-writes';
import { headingOf } from './columns-contract';
import { NO_ROWS, type RowCounts, type RowStatus } from './contract';
import { toExistingProduct } from './existing-product';
import { type Issue, storeIssues } from './issues';
import { type Merged, merge, OUTCOME_STATUS } from './merge';
import { type ReadRow, shownValue } from './parsing/row';
import { UpcMap, upcWritings } from './parsing/upc-digits';
import type { ImportState } from './serializer';

export interface ChunkRow extends ReadRow {
  /** Line of the first row with the same UPC; 0 if there is none. */
  earlierLine: number;
}

export const isRejected = ({ rejected }: ReadRow) => Object.keys(rejected).length > 0;

export const repeatedUpc = (line: number) =>
  `Duplicate UPC (first on line ${line}): only values missing from the first row were used`;

export function rowStatus(merged: Merged | null, { earlierLine }: Pick<ChunkRow, 'earlierLine'>): RowStatus {
  if (!merged) return 'refused';
  if (merged.provisional) return 'incomplete';
  // A later row with the same UPC is reported as a duplicate.
  const isOther = merged.outcome === 'unchanged' && merged.differs.length > 0 && !earlierLine;
  return isOther ? 'differs' : OUTCOME_STATUS[merged.outcome];
}

/** The stored products that rows are about, by any writing of their codes. */
function byUpc<Product extends { upc: string }>(products: Iterable<Product>): UpcMap<Product> {
  const map = new UpcMap<Product>();
  for (const product of products) map.add(product.upc, product);
  return map;
}

export async function writeChunk(tx: Tx, record: ImportState, rows: readonly ChunkRow[]): Promise<RowCounts> {
  const accepted = rows.filter((row) => !isRejected(row));
  const writings = [...new Set(accepted.flatMap(({ upc }) => upcWritings(upc)))];
  const stored = await productsWithUpc(tx, record.seller_id, writings);
  const { merged, counts, issues } = mergeRows(record.id, accepted, byUpc(stored.values()));
  counts.refused += rows.length - accepted.length;
  const ids = new Map([...stored].map(([upc, { id }]) => [upc, id]));
  await writeProducts(tx, record, merged, ids);
  await storeProducts(tx, record.id, merged, ids);
  await storeIssues(tx, record.id, [...rows.flatMap((row) => rejectionIssues(record.id, row)), ...issues]);
  return counts;
}

function mergeRows(importId: number, rows: readonly ChunkRow[], stored: UpcMap<ProductRow>) {
  const merged = new Map<string, Merged>();
  const created = new UpcMap<ChunkRow>();
  const issues: Issue[] = [];
  const counts = { ...NO_ROWS };
  for (const row of rows) {
    const existing = stored.get(row.upc);
    const upc = existing?.upc ?? created.writingOf(row.upc);
    const earlier = merged.get(upc);
    const next = merge(earlier?.after ?? (existing ? toExistingProduct(existing) : null), row);
    const status = rowStatus(next, row);
    counts[status] = (counts[status] ?? 0) + 1;
    merged.set(upc, earlier ? joinRows(earlier, next) : next);
    if (!existing && !earlier) created.add(row.upc, row);
    issues.push(...warningIssues(importId, row, next));
  }
  return { merged, counts, issues };
}

const written = ({ input, provisional, errors }: Merged) => ({
  input,
  provisional,
  provisional_errors: errors,
});

async function writeProducts(
  tx: Tx,
  { seller_id, user_id }: ImportState,
  merged: ReadonlyMap<string, Merged>,
  ids: Map<string, number>,
) {
  const of = (outcome: Merged['outcome']) => [...merged].filter(([, row]) => row.outcome === outcome);
  const added = of('created').map(([, row]) => written(row));
  for (const [upc, id] of await createMany(tx, seller_id, added, user_id)) ids.set(upc, id);
  const changed = of('updated').flatMap(([upc, row]) => {
    const id = ids.get(upc);
    return id ? [{ id, ...written(row) }] : [];
  });
  await fillMany(tx, changed, user_id);
}

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
async function storeProducts(
  tx: Tx,
  import_id: number,
  merged: ReadonlyMap<string, Merged>,
  ids: ReadonlyMap<string, number>,
) {
  const products: ImportedProductRow[] = [...merged].flatMap(([upc, { outcome, errors }]) => {
    const product_id = ids.get(upc);
    return product_id ? [{ import_id, product_id, outcome, provisional_errors: errors }] : [];
  });
  if (products.length > 0) await tx.raw(STORE_PRODUCTS, [JSON.stringify(products)]);
}

const STORE_PRODUCTS = `insert into imported_products (import_id, product_id, outcome, provisional_errors)
  select * from jsonb_to_recordset(cast(? as jsonb))
    as given (import_id int, product_id int, outcome text, provisional_errors jsonb)
  on conflict (import_id, product_id) do update
    set outcome = case when imported_products.outcome = 'unchanged' then excluded.outcome
                       else imported_products.outcome end,
        provisional_errors = excluded.provisional_errors`;
