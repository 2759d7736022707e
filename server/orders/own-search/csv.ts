import type { Knex } from 'knex';
import { type Cents, plainDollars } from '../../contract/money';

const BATCH = 500;

type Row = Readonly<Record<string, unknown>>;

export type Columns = readonly (readonly [column: string, heading: string])[];

export const headingsOf = (columns: Columns) => columns.map(([, heading]) => heading);

const isMoney = (column: string) => column.endsWith('_cents') || column === 'net_to_seller';

/** What a cell of a column shows: amounts without a sign, times in ISO. */
export function cellText(column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isMoney(column)) return plainDollars(value as Cents);
  return value instanceof Date ? value.toISOString() : String(value);
}

export async function* linesAsCells(db: Knex, columns: Columns, sql: string, ids: readonly number[]) {
  for (let start = 0; start < ids.length; start += BATCH) {
    const { rows } = await db.raw<{ rows: Row[] }>(sql, { ids: ids.slice(start, start + BATCH) });
    for (const row of rows) yield columns.map(([column]) => cellText(column, row[column]));
  }
}

const LINES = `
  select orders.po_number, orders.status, buyers.name as buyer, sellers.name as seller, orders.created_at, lines.upc,
         lines.sku, lines.name, lines.quantity, lines.unit_cents, lines.total_cents, lines.net_to_seller
    from purchase_orders orders
    join buyers on buyers.id = orders.buyer_id
    join sellers on sellers.id = orders.seller_id
    join purchase_order_products lines on lines.purchase_order_id = orders.id
   where orders.id = any(:ids::int[])
   order by array_position(:ids::int[], orders.id), lines.id`;

export const orderColumns = (side: 'buyer' | 'seller'): Columns => [
  ['po_number', 'Order'],
  ['status', 'Status'],
  side === 'buyer' ? ['seller', 'Seller'] : ['buyer', 'Buyer'],
  ['created_at', 'Ordered'],
  ['upc', 'UPC'],
  ['sku', 'SKU'],
  ['name', 'Product Name'],
  ['quantity', 'Quantity'],
  ['unit_cents', 'Unit Price'],
  ['total_cents', 'Total'],
  ...(side === 'seller' ? ([['net_to_seller', 'Net']] as const) : []),
];

export const orderCells = (db: Knex, side: 'buyer' | 'seller', ids: readonly number[]) =>
  linesAsCells(db, orderColumns(side), LINES, ids);
