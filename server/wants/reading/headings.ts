import { fieldLikeHeading } from '../../imports/parsing/heading-synonyms';
import type { ImportField } from '../../imports/rules';

export type WantColumn = 'item' | 'upc' | 'sku' | 'name' | 'quantity' | 'price' | 'date';

export type WantColumns = readonly (WantColumn | null)[];

const MAX_HEADING_CHARACTERS = 200;

/** What a buyer's sheet calls its own columns. */
const SYNONYMS: Readonly<Record<Exclude<WantColumn, 'upc'>, readonly string[]>> = {
  item: [
    ...['item', 'items', 'itemcode', 'product', 'productid', 'productcode', 'code', 'identifier'],
    ...[
      'upcorsku',
      'upcsku',
      'part',
      'partno',
      'partnumber',
      'article',
      'articlenumber',
      'model',
      'modelnumber',
    ],
  ],
  sku: ['skunumber', 'skucode', 'itemsku', 'vendorsku', 'suppliersku'],
  name: ['desc', 'description', 'itemdesc', 'itemdescription', 'productdesc', 'productdescription'],
  quantity: [
    ...[
      'needed',
      'need',
      'qtyneeded',
      'qtyneed',
      'quantityneeded',
      'unitsneeded',
      'neededqty',
      'neededquantity',
    ],
    ...['wanted', 'qtywanted', 'quantitywanted', 'required', 'qtyrequired', 'qtyreqd', 'quantityrequired'],
    ...['order', 'orderqty', 'orderquantity', 'orderunits', 'toorder', 'qtytoorder', 'quantitytoorder'],
    ...['ordered', 'qtyordered', 'reorder', 'reorderqty', 'reorderquantity', 'pcs', 'pieces', 'count'],
  ],
  price: [
    ...[
      'target',
      'targetprice',
      'targetunitprice',
      'targetcost',
      'max',
      'maxprice',
      'maximumprice',
      'maxunitprice',
    ],
    ...['maxcost', 'maxbid', 'bid', 'budget', 'limit', 'limitprice', 'pricelimit'],
  ],
  date: [
    ...[
      'enddate',
      'endson',
      'end',
      'until',
      'validuntil',
      'neededby',
      'neededbydate',
      'needby',
      'needbydate',
    ],
    ...['requiredby', 'due', 'duedate', 'deadline', 'deliverby', 'deliverydate', 'inhandsdate'],
  ],
};

const OWN = new Map(
  Object.entries(SYNONYMS).flatMap(([column, names]) =>
    names.map((name) => [name, column as WantColumn] as const),
  ),
);

const LIKE: Partial<Record<ImportField, WantColumn>> = {
  upc: 'upc',
  sku: 'sku',
  name: 'name',
  units: 'quantity',
  min_order_units: 'quantity',
  seller_price_cents: 'price',
};

/** What is in stock, which is not what is wanted. */
const STOCK = /on ?hand|available|stock|inventory|current|fulfillable/i;

const normalize = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]+/g, '');

const ownColumn = (heading: string): WantColumn | null =>
  heading.length > MAX_HEADING_CHARACTERS ? null : (OWN.get(normalize(heading)) ?? null);

function columnOf(heading: string): WantColumn | null {
  if (heading.length > MAX_HEADING_CHARACTERS) return null;
  const own = ownColumn(heading);
  if (own) return own;
  if (normalize(heading) === 'date') return 'date';
  const field = fieldLikeHeading(heading.trim());
  if (field === 'units' && STOCK.test(heading)) return null;
  return (field && LIKE[field]) ?? null;
}

/** Of several headings of one kind the first that names a want counts, as "Qty needed" beside "Qty", else the first. */
export function columnsOf(cells: readonly string[]): WantColumns {
  const own = cells.map(ownColumn);
  const columns = cells.map(columnOf);
  const placeOf = (column: WantColumn) =>
    own.includes(column) ? own.indexOf(column) : columns.indexOf(column);
  return columns.map((column, at) => (column && placeOf(column) === at ? column : null));
}

const ITEMS: readonly (WantColumn | null)[] = ['item', 'upc', 'sku', 'name'];

/** How many of the cells are known headings; 0 unless they name an item and something more. */
export function countWantHeadings(cells: readonly string[]): number {
  const columns = columnsOf(cells).filter((column) => column !== null);
  return columns.length > 1 && columns.some((column) => ITEMS.includes(column)) ? columns.length : 0;
}

/** Of a text without headings. */
export const DEFAULT_COLUMNS: WantColumns = ['item', 'quantity', 'price', 'date'];
