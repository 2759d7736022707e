import type { Db } from '../../db/connection';
import type { ProductRow } from '../../db/tables';
import { type Cents, plainDollars } from '../contract/money';
import type { CsvDownload } from '../http/csv';
import { productCells } from './export';
import { type ImportField, importColumns } from './rules';

const DIFFERING = 3;
const MISSING = 12;

const columnAt = (field: ImportField) => importColumns.findIndex((column) => column.field === field);

/** A week's stock sheet of a seller: three products differ from the catalog, twelve are not in it. */
export async function demoSheet(db: Db, sellerId: number, appUrl: string): Promise<CsvDownload> {
  const products = await db('products')
    .where({ seller_id: sellerId, deleted_at: null })
    .orderBy('id')
    .select('id', 'units', 'seller_price_cents', 'provisional', 'paused');
  const isForSale = products.map(
    ({ units, provisional, paused }) => !provisional && !paused && units !== null && units > 0n,
  );
  const forSale = products.filter((_product, at) => isForSale[at]);
  const kept = new Set(forSale.slice(0, Math.max(DIFFERING, forSale.length - MISSING)).map(({ id }) => id));
  const rows: string[][] = [];
  let at = 0;
  for await (const cells of productCells(db, sellerId, appUrl)) {
    const product = products[at++];
    if (!product || !kept.has(product.id)) continue;
    rows.push(rows.length < DIFFERING ? changed(cells, product) : cells);
  }
  return { headings: importColumns.map(({ heading }) => heading), rows };
}

/** Half the units and a lower price; without the minimum order, which the units may not reach. */
function changed(
  cells: string[],
  { units, seller_price_cents }: Pick<ProductRow, 'units' | 'seller_price_cents'>,
) {
  const price = Math.max(1, Math.floor((seller_price_cents ?? 0) * 0.85)) as Cents;
  const values = new Map([
    [columnAt('units'), String((units ?? 0n) / 2n)],
    ...(seller_price_cents ? [[columnAt('seller_price_cents'), plainDollars(price)] as const] : []),
    [columnAt('min_order_units'), ''],
  ]);
  return cells.map((cell, place) => values.get(place) ?? cell);
}
