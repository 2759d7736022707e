import type { ProductRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { sellerKeepsEvents } from '../../accounts/company/events-since';
import type { Seller } from '../../accounts/policy';
import type { Units } from '../../contract/money';
import { DELETION, recordChanges } from '../../products/changes';
import { createMany, deleteMany, setMany } from '../../products/import-writes';
import { IN_USE } from '../../products/product';
import { deletable } from '../../products/queries';
import { SET_AFTER_COUNT, soldSinceCount } from '../../products/rules';
import { type CountVerdict, setCountedUnits, setUnitsOfMany } from '../../products/stock';
import { UpcMap, upcWritings } from '../parsing/upc-digits';
import type { BatchResult } from './contract';
import {
  type Around,
  type Creation,
  createdResult,
  type Deletion,
  judgeDeletion,
  judgeKnown,
  judgeNew,
  type Write,
  writtenBy,
} from './judge-row';
import type { BatchRow } from './read-row';
import { conflict, outcomeOf, refused, resultOf } from './results';
import type { Target } from './targets';

type StoredProduct = ProductRow & { readonly keeps_events: boolean };

/** In id order, as everywhere. With those that have a UPC that a row names. */
async function lockProducts(tx: Tx, sellerId: number, targets: readonly Target[]) {
  const ids = targets.flatMap(({ productId }) => productId ?? []);
  const upcs = targets.flatMap(({ row: { upc } }) => (upc === null ? [] : upcWritings(upc)));
  const { rows } = await tx.raw<{ rows: StoredProduct[] }>(
    `select products.*, ${sellerKeepsEvents('products.seller_id')} from products
      where seller_id = ? and deleted_at is null and (id = any(?) or upc = any(?))
      order by id for no key update`,
    [sellerId, ids, upcs],
  );
  return rows;
}

async function locationsOf(
  tx: Tx,
  seller_id: number,
  rows: readonly BatchRow[],
): Promise<ReadonlySet<number>> {
  const named = rows.flatMap(({ input }) => input.location_id ?? []);
  if (named.length === 0) return new Set();
  return new Set(
    await tx('addresses').where({ seller_id, deleted_at: null }).whereIn('id', named).pluck('id'),
  );
}

interface Verdicts {
  readonly results: BatchResult[];
  readonly writes: Write[];
  readonly creations: Creation[];
  readonly deletions: Deletion[];
}

function verdictsOn(
  targets: readonly Target[],
  stored: readonly StoredProduct[],
  locations: ReadonlySet<number>,
): Verdicts {
  const verdicts: Verdicts = { results: [], writes: [], creations: [], deletions: [] };
  const byId = new Map(stored.map((product) => [product.id, product]));
  const byUpc = new UpcMap<StoredProduct>();
  for (const product of stored) byUpc.add(product.upc, product);
  // A UPC that a row gives up is free after the transaction.
  const taken = new Map<string, number | null>(stored.map(({ upc, id }) => [upc, id]));
  const around: Around = { locations, isTaken: (upc, by) => taken.has(upc) && taken.get(upc) !== by };
  for (const { row, productId } of targets) {
    const known = productId === null ? byUpc.get(row.upc ?? '') : byId.get(productId);
    const verdict = known ? ofKnown(row, known, around) : ofUnknown(row, productId, around);
    if (!('kind' in verdict)) verdicts.results.push(verdict);
    else if (verdict.kind === 'delete') verdicts.deletions.push(verdict);
    else if (verdict.kind === 'write') {
      if (verdict.columns.upc) taken.set(verdict.columns.upc, verdict.before.id);
      verdicts.writes.push(verdict);
    } else {
      taken.set(verdict.upc, null);
      verdicts.creations.push(verdict);
    }
  }
  return verdicts;
}

const ofKnown = (row: BatchRow, product: StoredProduct, around: Around) =>
  row.isDeleted ? judgeDeletion(row, product) : judgeKnown(row, product, around);

/** A product that was deleted since it was found is made again where the row names its UPC. */
function ofUnknown(row: BatchRow, productId: number | null, around: Around) {
  if (productId === null || (row.id === null && row.upc !== null)) return judgeNew(row, around);
  if (row.isDeleted) return resultOf(row, 'unchanged');
  return refused(row, { id: `The product with the ID ${productId} was deleted.` });
}

/** One transaction's rows. Throws the violation of products_upc_taken after a concurrent insert. */
export async function writeChunk(tx: Tx, by: Seller, targets: readonly Target[]): Promise<BatchResult[]> {
  const stored = await lockProducts(tx, by.seller_id, targets);
  const locations = await locationsOf(
    tx,
    by.seller_id,
    targets.map(({ row }) => row),
  );
  const verdicts = verdictsOn(targets, stored, locations);
  const deleted = await remove(tx, verdicts.deletions);
  const counts = await count(tx, verdicts.writes, by);
  const written = await write(tx, verdicts.writes, counts, by);
  const added = await createMany(tx, by.seller_id, verdicts.creations, by.id, 'initial');
  await recordChanges(tx, [...written.changes, ...deleted.changes], {
    source: 'batch',
    sourceId: null,
    userId: by.id,
  });
  await publish(
    tx,
    by,
    [...written.changes, ...deleted.changes].map(({ product_id }) => product_id),
    stored,
  );
  return [
    ...verdicts.results,
    ...deleted.results,
    ...written.results,
    ...verdicts.creations.map((creation) => createdResult(creation, added.get(creation.upc) ?? 0)),
  ];
}

interface Done {
  readonly results: BatchResult[];
  readonly changes: Parameters<typeof recordChanges>[1][number][];
}

async function remove(tx: Tx, deletions: Verdicts['deletions']): Promise<Done> {
  const done: Done = { results: [], changes: [] };
  if (deletions.length === 0) return done;
  const free = await deletable(
    tx,
    deletions.map(({ before }) => before.id),
  );
  for (const { row, before } of deletions) {
    if (!free.has(before.id)) done.results.push(refused(row, { deleted: IN_USE }, before));
    else {
      done.results.push(resultOf(row, 'changed', { product: before }));
      done.changes.push({ product_id: before.id, ...DELETION });
    }
  }
  await deleteMany(tx, [...free]);
  return done;
}

async function count(
  tx: Tx,
  writes: readonly Write[],
  by: Seller,
): Promise<ReadonlyMap<number, CountVerdict>> {
  const counts = writes.flatMap(({ before, stock }) =>
    stock?.countedAt ? [{ product_id: before.id, units: stock.units, counted_at: stock.countedAt }] : [],
  );
  const verdicts = counts.length === 0 ? [] : await setCountedUnits(tx, counts, 'edit', by.id);
  return new Map(verdicts.map((verdict) => [verdict.product_id, verdict]));
}

async function write(
  tx: Tx,
  writes: readonly Write[],
  counts: ReadonlyMap<number, CountVerdict>,
  by: Seller,
): Promise<Done> {
  const done: Done = { results: [], changes: [] };
  const products: ProductRow[] = [];
  const stock: { product_id: number; units: Units }[] = [];
  for (const one of writes) {
    const { row, before } = one;
    const counted = counts.get(before.id);
    if (counted?.is_outdated) {
      done.results.push(conflict(row, before, { units: SET_AFTER_COUNT }));
      continue;
    }
    if (one.stock && !counted) stock.push({ product_id: before.id, units: one.stock.units });
    const after = writtenBy(one, counted ? counted.after : (one.stock?.units ?? before.units));
    const warnings = [...row.warnings, ...oversold(counted)];
    const product = after ?? before;
    done.results.push(
      resultOf(row, outcomeOf(product, after ? 'changed' : 'unchanged'), { product, warnings }),
    );
    if (!after) continue;
    products.push(after);
    done.changes.push({ product_id: before.id, before, after });
  }
  if (stock.length > 0) await setUnitsOfMany(tx, stock, 'edit', by.id);
  await setMany(tx, products);
  return done;
}

const oversold = (counted: CountVerdict | undefined) =>
  counted && counted.oversold > 0n
    ? [{ field: 'units', value: '', message: soldSinceCount(counted.oversold) }]
    : [];

async function publish(tx: Tx, by: Seller, ids: readonly number[], stored: readonly StoredProduct[]) {
  if (ids.length === 0) return;
  for (const id of ids) await tx.events.productChanged(id);
  await tx.events.catalogChanged({
    sellerId: by.seller_id,
    productIds: ids,
    by: { actor: 'seller', userId: by.id },
    keepsEvents: stored.some(({ keeps_events }) => keeps_events),
  });
}
