import type { Db } from '../../../db/connection';
import { REQUIRED } from '../../contract/fields';
import { UpcMap, upcKey, upcWritings } from '../parsing/upc-digits';
import type { BatchResult } from './contract';
import type { BatchRow } from './read-row';
import { refused, resultOf } from './results';

/** A row and the product that it is about; null: none has its UPC. */
export interface Target {
  readonly row: BatchRow;
  readonly productId: number | null;
}

interface Found {
  readonly ids: ReadonlyMap<number, { readonly isDeleted: boolean }>;
  readonly upcs: UpcMap<number>;
  readonly skus: ReadonlyMap<string, { readonly id: number; readonly count: number }>;
}

async function find(db: Db, seller_id: number, rows: readonly BatchRow[]): Promise<Found> {
  const byUpc = rows.filter(({ id, upc }) => id === null && upc !== null);
  const bySku = rows.filter(({ id, upc, sku }) => id === null && upc === null && sku !== null);
  const own = db('products').where({ seller_id });
  const [ids, upcs, skus] = await Promise.all([
    own
      .clone()
      .whereIn(
        'id',
        rows.flatMap(({ id }) => id ?? []),
      )
      .select('id', 'deleted_at'),
    own
      .clone()
      .whereNull('deleted_at')
      .whereRaw('upc = any(?)', [byUpc.flatMap(({ upc }) => upcWritings(upc ?? ''))])
      .select('id', 'upc'),
    bySku.length === 0
      ? []
      : ofSkus(
          db,
          seller_id,
          bySku.flatMap(({ sku }) => sku ?? []),
        ),
  ]);
  const products = new UpcMap<number>();
  for (const { id, upc } of upcs) products.add(upc, id);
  return {
    ids: new Map(ids.map(({ id, deleted_at }) => [id, { isDeleted: deleted_at !== null }])),
    upcs: products,
    skus: new Map(skus.map((one) => [one.sku, one])),
  };
}

async function ofSkus(db: Db, sellerId: number, skus: readonly string[]) {
  const { rows } = await db.raw<{ rows: { sku: string; id: number; count: number }[] }>(
    `select sku, min(id) as id, count(*)::int as count from products
      where seller_id = ? and sku = any(?) and deleted_at is null
      group by sku`,
    [sellerId, [...skus]],
  );
  return rows;
}

/** Finds by id, else UPC, else SKU. Rows of no product that can be told are answered at once. */
export async function findTargets(db: Db, sellerId: number, rows: readonly BatchRow[]) {
  const found = await find(db, sellerId, rows);
  const targets: Target[] = [];
  const results: BatchResult[] = [];
  const first = new Map<number | string, BatchRow>();
  for (const row of rows) {
    const target = targetOf(row, found);
    const earlier = 'productId' in target ? first.get(keyOf(target)) : undefined;
    if (!('productId' in target)) results.push(target);
    else if (earlier) results.push(refused(row, { [identityOf(row)]: sameAs(earlier) }));
    else {
      first.set(keyOf(target), row);
      targets.push(target);
    }
  }
  return { targets, results };
}

const sameAs = ({ index }: BatchRow) => `Row ${index + 1} has the same product`;

const keyOf = ({ productId, row }: Target) => productId ?? upcKey(row.upc ?? '');

const identityOf = ({ id, upc }: BatchRow) => (id !== null ? 'id' : upc !== null ? 'upc' : 'sku');

function targetOf(row: BatchRow, found: Found): Target | BatchResult {
  const { id, upc, sku, errors } = row;
  if (errors.row || errors.id || (id === null && errors.upc)) return refused(row, errors);
  if (id !== null) return ofId(row, id, found);
  if (upc !== null) return { row, productId: found.upcs.get(upc) ?? null };
  return sku === null ? refused(row, { upc: REQUIRED }) : ofSku(row, sku, found);
}

function ofId(row: BatchRow, id: number, { ids }: Found): Target | BatchResult {
  const product = ids.get(id);
  if (!product) return refused(row, { id: `No product has the ID ${id}.` });
  if (!product.isDeleted) return { row, productId: id };
  // Sent again.
  if (row.isDeleted) return { ...resultOf(row, 'unchanged'), id };
  return refused(row, { id: `The product with the ID ${id} was deleted.` });
}

function ofSku(row: BatchRow, sku: string, { skus }: Found): Target | BatchResult {
  const product = skus.get(sku);
  if (product?.count === 1) return { row, productId: product.id };
  if (!product && row.isDeleted) return resultOf(row, 'unchanged');
  return refused(row, {
    sku: product
      ? `Several products have the SKU ${sku}. Send the UPC.`
      : `No product has the SKU ${sku}. Send a UPC to create it.`,
  });
}
