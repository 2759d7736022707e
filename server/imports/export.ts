import type { Db } from '../../db/connection';
import { packagingLabels } from '../contract/categories';
import { offerColumns } from '../offers/own-search';
import { SENT } from '../offers/policy';
import { type Columns, cellText, orderColumns } from '../orders/own-search/csv';
import { publicUrl } from '../storage/keys';
import { templateColumns } from './columns-contract';

type Row = Record<string, unknown>;

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
  if (column.startsWith('photo_')) {
    const address = publicUrl(String(value), 1200);
    return address.startsWith('/') ? appUrl + address : address;
  }
  return FORMATS[column]?.(value) ?? cellText(column, value);
}

const title = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

interface Export {
  columns: Columns;
  sql: string;
}

export const exportsOf: Readonly<Record<string, Export>> = {
  products: {
    columns: templateColumns.map(({ field, heading }) => [field, heading] as const),
    sql: 'select *, id as position from products where seller_id = :seller and deleted_at is null and id > :after order by id limit :most',
  },
  offers: {
    columns: offerColumns('seller'),
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
    columns: orderColumns('seller'),
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
