import type { Db } from '../../db/connection';
import { packagingLabels } from '../contract/categories';
import { cents, plainDollars } from '../contract/money';
import { SENT } from '../offers/policy';
import { publicUrl } from '../storage/keys';
import { templateColumns } from './columns-contract';

type Row = Record<string, unknown>;

const isMoney = (column: string) => column.endsWith('_cents') || column.startsWith('net_');

/** PostgreSQL returns numeric(12, 3) with trailing zeros. */
const shortest = (value: unknown) => String(Number(value));

const FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  packaging_type: (value) => packagingLabels[value as keyof typeof packagingLabels],
  category: (value) => (value === 'other category' ? '' : title(String(value))),
  gender: (value) => (value === 'unisex' ? 'Unisex' : String(value).toUpperCase()),
  length: shortest,
  width: shortest,
  height: shortest,
  weight: shortest,
};

function text(column: string, value: unknown, appUrl: string): string {
  if (value === null || value === undefined) return '';
  if (isMoney(column)) return plainDollars(cents(value as number));
  if (column.startsWith('photo_')) {
    const address = publicUrl(String(value), 1200);
    return address.startsWith('/') ? appUrl + address : address;
  }
  const format = FORMATS[column];
  if (format) return format(value);
  return value instanceof Date ? value.toISOString() : String(value);
}

const title = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

interface Export {
  columns: readonly (readonly [column: string, heading: string])[];
  sql: string;
}

export const headingsOf = ({ columns }: Export) => columns.map(([, heading]) => heading);

export const exportsOf: Readonly<Record<string, Export>> = {
  products: {
    columns: templateColumns.map(({ field, heading }) => [field, heading] as const),
    sql: 'select *, id as position from products where seller_id = :seller and deleted_at is null and id > :after order by id limit :most',
  },
  offers: {
    columns: [
      ['offer_number', 'Offer'],
      ['state', 'State'],
      ['buyer', 'Buyer'],
      ['submitted_at', 'Submitted'],
      ['updated_at', 'Updated'],
      ['upc', 'UPC'],
      ['sku', 'SKU'],
      ['name', 'Product Name'],
      ['quantity', 'Quantity'],
      ['unit_price_cents', 'Unit Price'],
    ],
    sql: `select offers.offer_number, offers.state, buyers.name as buyer, offers.submitted_at, offers.updated_at,
                 products.upc, products.sku, products.name, lines.quantity, lines.unit_price_cents, lines.id as position
            from offers
            join buyers on buyers.id = offers.buyer_id
            join offer_products lines on lines.offer_id = offers.id
            join products on products.id = lines.product_id
           where offers.seller_id = :seller and ${SENT} and lines.id > :after
           order by lines.id limit :most`,
  },
  orders: {
    columns: [
      ['po_number', 'Order'],
      ['status', 'Status'],
      ['buyer', 'Buyer'],
      ['created_at', 'Ordered'],
      ['upc', 'UPC'],
      ['sku', 'SKU'],
      ['name', 'Product Name'],
      ['quantity', 'Quantity'],
      ['unit_cents', 'Unit Price'],
      ['total_cents', 'Total'],
      ['net_to_seller', 'Net'],
    ],
    sql: `select orders.po_number, orders.status, buyers.name as buyer, orders.created_at, lines.upc, lines.sku,
                 lines.name, lines.quantity, lines.unit_cents, lines.total_cents, lines.net_to_seller, lines.id as position
            from purchase_orders orders
            join buyers on buyers.id = orders.buyer_id
            join purchase_order_products lines on lines.purchase_order_id = orders.id
           where orders.seller_id = :seller and lines.id > :after
           order by lines.id limit :most`,
  },
};

const BATCH = 1_000;

export async function* exportRows(db: Db, { columns, sql }: Export, sellerId: number, appUrl: string) {
  for (let after = 0; ; ) {
    const { rows } = await db.raw<{ rows: Row[] }>(sql, { seller: sellerId, after, most: BATCH });
    for (const row of rows) yield columns.map(([column]) => text(column, row[column], appUrl));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = Number(last.position);
  }
}
