import type { Knex } from 'knex';
import { type Cents, lineTotal, type Units } from '../../contract/money';
import type { Columns } from '../../http/csv';
import { type CsvRow, linesFile } from '../../lists/csv';

const LINES = `
  select offers.id, offers.offer_number, offers.state, buyers.name as buyer, sellers.name as seller,
         offers.submitted_at, offers.updated_at, offers.freight_cents,
         offers.buyer_po_number, products.upc, products.sku, products.name,
         lines.quantity, lines.unit_price_cents
    from offers
    join buyers on buyers.id = offers.buyer_id
    join sellers on sellers.id = offers.seller_id
    join offer_products lines on lines.offer_id = offers.id
    join products on products.id = lines.product_id
   where offers.id = any(:ids::int[])
   order by array_position(:ids::int[], offers.id), lines.id`;

interface Line {
  readonly id: number;
  readonly offer_number: string;
  readonly state: string;
  readonly buyer: string;
  readonly seller: string;
  readonly submitted_at: Date | null;
  readonly updated_at: Date;
  readonly freight_cents: Cents | null;
  readonly buyer_po_number: string | null;
  readonly quantity: Units;
  readonly unit_price_cents: Cents;
}

function offerRows(lines: readonly Line[]): CsvRow[] {
  const rows = lines.map((line) => ({
    ...line,
    total_cents: lineTotal(line.unit_price_cents, line.quantity),
  }));
  const [offer] = lines;
  if (!offer?.freight_cents) return rows;
  const { freight_cents: total_cents, offer_number, state, buyer, seller, submitted_at, updated_at } = offer;
  const { buyer_po_number } = offer;
  const head = { offer_number, state, buyer, seller, submitted_at, updated_at, buyer_po_number };
  return [...rows, { ...head, name: 'Freight', total_cents }];
}

const offerColumns = (side: 'buyer' | 'seller'): Columns => [
  ['offer_number', 'Offer'],
  ['state', 'State'],
  side === 'buyer' ? ['seller', 'Seller'] : ['buyer', 'Buyer'],
  ['submitted_at', 'Submitted'],
  ['updated_at', 'Updated'],
  ['upc', 'UPC'],
  ['sku', 'SKU'],
  ['name', 'Product Name'],
  ['quantity', 'Quantity'],
  ['unit_price_cents', 'Unit Price'],
  ['total_cents', 'Total'],
  ['buyer_po_number', 'Buyer PO Number'],
];

/** Of these offers, in the order of their ids. */
export const offersFile = (db: Knex, side: 'buyer' | 'seller', ids: readonly number[]) =>
  linesFile(db, { columns: offerColumns(side), sql: LINES, rowsOf: offerRows }, ids);
