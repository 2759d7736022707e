import { fieldLikeHeading } from '../../imports/parsing/heading-synonyms';
import type { ImportField } from '../../imports/rules';

export type WantColumn = 'item' | 'upc' | 'sku' | 'name' | 'quantity' | 'price' | 'date';

export type WantColumns = readonly (WantColumn | null)[];

const MAX_HEADING_CHARACTERS = 200;

const SYNONYMS = new Map<string, WantColumn>([
  ...(['item', 'items', 'product', 'productid', 'code', 'identifier', 'upcorsku', 'upcsku'] as const).map(
    (name) => [name, 'item'] as const,
  ),
  ...(['description', 'itemdescription', 'productdescription'] as const).map(
    (name) => [name, 'name'] as const,
  ),
  ...(
    ['needed', 'qtyneeded', 'quantityneeded', 'wanted', 'orderqty', 'orderquantity', 'order', 'pcs'] as const
  ).map((name) => [name, 'quantity'] as const),
  ...(
    ['target', 'targetprice', 'targetcost', 'maxprice', 'maximumprice', 'budget', 'limit', 'bid'] as const
  ).map((name) => [name, 'price'] as const),
  ...(
    ['enddate', 'endson', 'end', 'until', 'validuntil', 'neededby', 'needby', 'deadline', 'date'] as const
  ).map((name) => [name, 'date'] as const),
]);

const LIKE: Partial<Record<ImportField, WantColumn>> = {
  upc: 'upc',
  sku: 'sku',
  name: 'name',
  units: 'quantity',
  min_order_units: 'quantity',
  seller_price_cents: 'price',
};

function columnOf(heading: string): WantColumn | null {
  if (heading.length > MAX_HEADING_CHARACTERS) return null;
  const own = SYNONYMS.get(heading.toLowerCase().replace(/[^a-z0-9]+/g, ''));
  const field = own ? null : fieldLikeHeading(heading.trim());
  return own ?? (field && LIKE[field]) ?? null;
}

/** The first of several headings of one kind counts. */
export function columnsOf(cells: readonly string[]): WantColumns {
  const columns = cells.map(columnOf);
  return columns.map((column, at) => (columns.indexOf(column) === at ? column : null));
}

const ITEMS: readonly (WantColumn | null)[] = ['item', 'upc', 'sku', 'name'];

/** How many of the cells are known headings; 0 unless they name an item and something more. */
export function countWantHeadings(cells: readonly string[]): number {
  const columns = columnsOf(cells).filter((column) => column !== null);
  return columns.length > 1 && columns.some((column) => ITEMS.includes(column)) ? columns.length : 0;
}

/** Of a text without headings. */
export const DEFAULT_COLUMNS: WantColumns = ['item', 'quantity', 'price', 'date'];
