import type { Knex } from 'knex';
import type { Seller } from '../accounts/policy';
import type { CsvDownload } from '../http/csv';
import { offersFile } from '../offers/lists/csv';
import { findOffers } from '../offers/lists/search';
import { ordersFile } from '../orders/lists/csv';
import { findOrders } from '../orders/lists/search';
import { isPhotoField } from '../products/rules';
import type { Services } from '../services';
import { publicUrl } from '../storage/keys';
import { exportedCell } from './exported-cell';
import { type ImportField, importColumns } from './rules';

type Row = Record<string, unknown>;

/** Pictures of ours by their largest size, with the address of this marketplace. */
function cellOf(field: ImportField, value: unknown, appUrl: string): string {
  if (!isPhotoField(field) || !value) return exportedCell(field, value);
  const address = publicUrl(String(value), 1200);
  return address.startsWith('/') ? appUrl + address : address;
}

const BATCH = 1_000;

/** By id. */
export async function* productCells(db: Knex, sellerId: number, appUrl: string) {
  for (let after = 0; ; ) {
    const { rows } = await db.raw<{ rows: Row[] }>(
      'select * from products where seller_id = ? and deleted_at is null and id > ? order by id limit ?',
      [sellerId, after, BATCH],
    );
    for (const row of rows) yield importColumns.map(({ field }) => cellOf(field, row[field], appUrl));
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
): Promise<CsvDownload | null> {
  const db = replica.db();
  if (name === 'products')
    return {
      headings: importColumns.map(({ heading }) => heading),
      rows: productCells(db, seller.seller_id, config.appUrl),
    };
  if (name === 'offers') return offersFile(db, 'seller', (await findOffers(db, seller, OLDEST_FIRST)).ids);
  if (name === 'orders')
    return ordersFile(db, seller, (await findOrders({ db, config }, seller, OLDEST_FIRST)).ids);
  return null;
}
