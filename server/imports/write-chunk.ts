import type { ImportedProductRow, ProductRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { createMany, fillMany, productsWithUpc } from '../products/import-writes';
import { movedSince } from '../products/stock';
import type { Outcome, RowCounts } from './contract';
import { type FileRow, writingsIn } from './file-rows';
import { storeIssues } from './issues';
import type { Merged } from './merge';
import { textsOf } from './problem-texts';
import { type ClassifiedRow, joinOutcomes, NO_ROWS, Products } from './row-outcome';
import type { ImportState } from './serializer';
import type { UpdateOptions } from './updates';

export interface ChunkResult {
  readonly counts: RowCounts;
  /** Products of which a value was replaced. */
  readonly replaced: number;
}

export async function writeChunk(
  tx: Tx,
  record: ImportState,
  rows: readonly FileRow[],
  options: UpdateOptions,
): Promise<ChunkResult> {
  const stored = await productsWithUpc(tx, record.seller_id, writingsIn(rows));
  const products = new Products(options);
  const ids = new Map([...stored].map(([upc, { id }]) => [upc, id]));
  const moved = options.count && (await movedSince(tx, [...ids.values()], options.count.at));
  products.addStored(stored.values(), moved ?? undefined);
  const classified = rows.map((row) => products.classify(row));
  const merged = mergedProducts(classified);
  await writeProducts(tx, record, merged, { ids, stored, options });
  await storeProducts(tx, record.id, merged, ids);
  await storeIssues(tx, record.id, classified);
  const replaced = [...merged.values()].filter((product) => product.replaced.length > 0).length;
  return { counts: countsOf(classified), replaced };
}

function countsOf(classified: readonly ClassifiedRow[]): RowCounts {
  const counts = { ...NO_ROWS };
  for (const { status } of classified) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** By UPC; several rows of one product are joined, so that it is written once. */
function mergedProducts(classified: readonly ClassifiedRow[]): ReadonlyMap<string, Merged> {
  const products = new Map<string, Merged>();
  for (const { merged } of classified) {
    if (!merged) continue;
    const upc = merged.after.upc ?? '';
    const earlier = products.get(upc);
    products.set(upc, earlier ? joinRows(earlier, merged) : merged);
  }
  return products;
}

const joinRows = (earlier: Merged, later: Merged): Merged => ({
  ...later,
  outcome: joinOutcomes(earlier.outcome, later.outcome),
  input: { ...earlier.input, ...later.input },
  unequal: earlier.unequal,
  differs: earlier.differs,
  replaced: earlier.replaced,
});

const written = ({ input, provisional, errors }: Merged) => ({
  input,
  provisional,
  provisional_errors: textsOf(errors),
});

async function writeProducts(
  tx: Tx,
  { id, seller_id, user_id }: ImportState,
  merged: ReadonlyMap<string, Merged>,
  {
    ids,
    stored,
    options,
  }: { ids: Map<string, number>; stored: ReadonlyMap<string, ProductRow>; options: UpdateOptions },
) {
  const of = (outcome: Outcome) => [...merged].filter(([, product]) => product.outcome === outcome);
  const added = of('new').map(([, product]) => written(product));
  for (const [upc, made] of await createMany(tx, seller_id, added, user_id)) ids.set(upc, made);
  const changed = of('changed').flatMap(([upc, product]) => {
    const before = stored.get(upc);
    return before ? [{ before, ...written(product) }] : [];
  });
  const countedAt = options.count?.at ?? null;
  await fillMany(tx, seller_id, changed, { source: 'import', importId: id, userId: user_id, countedAt });
}

/** The version before this one reads and writes these words. */
const STORED_OUTCOMES = { new: 'created', changed: 'updated', unchanged: 'unchanged' } as const;

/** Keeps the outcome `created` of an earlier chunk. */
async function storeProducts(
  tx: Tx,
  import_id: number,
  merged: ReadonlyMap<string, Merged>,
  ids: ReadonlyMap<string, number>,
) {
  const products = [...merged].flatMap(([upc, { outcome, errors, differs }]): ImportedProductRow[] => {
    const product_id = ids.get(upc);
    return product_id
      ? [
          {
            import_id,
            product_id,
            outcome: STORED_OUTCOMES[outcome],
            provisional_errors: textsOf(errors),
            differs: differs.length > 0,
          },
        ]
      : [];
  });
  if (products.length > 0) await tx.raw(STORE_PRODUCTS, [JSON.stringify(products)]);
}

const STORE_PRODUCTS = `insert into imported_products (import_id, product_id, outcome, provisional_errors, differs)
  select * from jsonb_to_recordset(cast(? as jsonb))
    as given (import_id int, product_id int, outcome text, provisional_errors jsonb, differs boolean)
  on conflict (import_id, product_id) do update
    set outcome = case when imported_products.outcome = 'unchanged' then excluded.outcome
                       else imported_products.outcome end,
        provisional_errors = excluded.provisional_errors,
        differs = imported_products.differs or excluded.differs`;
