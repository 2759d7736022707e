import type { Knex } from 'knex';
import type { Seller } from '../accounts/policy';
import { packagingLabels } from '../contract/categories';
import { type CsvFile, cellText } from '../http/csv';
import { offersFile } from '../offers/lists/csv';
import { findOffers } from '../offers/lists/search';
import { ordersFile } from '../orders/lists/csv';
import { findOrders } from '../orders/lists/search';
import type { Services } from '../services';
import { publicUrl } from '../storage/keys';
import { templateColumns } from './rules';

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

const BATCH = 1_000;

async function* productCells(db: Knex, sellerId: number, appUrl: string) {
  for (let after = 0; ; ) {
    const { rows } = await db.raw<{ rows: Row[] }>(
      'select * from products where seller_id = ? and deleted_at is null and id > ? order by id limit ?',
      [sellerId, after, BATCH],
    );
    for (const row of rows) yield templateColumns.map(({ field }) => text(field, row[field], appUrl));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = Number(last.id);
  }
}

const OLDEST_FIRST = { sort: 'oldest' } as const;

/** Everything of the seller; null for an unknown name. */
export async function exportOf(
  { replica, config }: Services,
  name: string,
  seller: Seller,
): Promise<CsvFile | null> {
  const db = replica.db();
  if (name === 'products')
    return {
      headings: templateColumns.map(({ heading }) => heading),
      rows: productCells(db, seller.seller_id, config.appUrl),
    };
  if (name === 'offers') return offersFile(db, 'seller', (await findOffers(db, seller, OLDEST_FIRST)).ids);
  if (name === 'orders')
    return ordersFile(db, seller, (await findOrders({ db, config }, seller, OLDEST_FIRST)).ids);
  return null;
}
