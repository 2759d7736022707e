import type { Db } from '../../../db/connection';
import { statement } from '../../../db/sql';
import type { ProductRow } from '../../../db/tables';
import type { Category, PackagingType } from '../../contract/categories';
import { MAX_ID } from '../../contract/limits';
import { Invalid } from '../../http/errors';
import { publicUrl } from '../../storage/keys';
import { productColumns } from '../columns';
import type { Gender, WeightUnit } from '../contract';
import type { ProductSync, SyncedProduct } from './contract';

/** Longer than any write of products lasts, whose rows have the time when it began. */
const OVERLAP = '2 minutes';

const COLUMNS = [
  'id',
  ...productColumns,
  'units',
  'version',
  'provisional',
  'provisional_errors',
  'updated_at',
  'deleted_at',
];

/** $1 seller, $2 after this id, $3 updated since, $4 with deleted ones, $5 limit. */
const selectPage = statement<ProductRow>(
  'page of a product sync',
  `select ${COLUMNS.join(', ')}
     from products
    where seller_id = $1 and id > $2
      and ($3::timestamptz is null or updated_at >= $3) and ($4::boolean or deleted_at is null)
    order by id
    limit $5`,
);

const selectStart = statement<{ at: Date }>(
  'start of a product sync',
  `select now() - interval '${OVERLAP}' as at`,
);

/** Where a sync is, and what it asked for. */
interface Cursor {
  readonly afterId: number;
  readonly since: string | null;
  readonly withDeleted: boolean;
  readonly nextSince: string;
}

interface SyncQuery {
  readonly updated_since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly per: number;
  readonly include_deleted: boolean;
}

/** Throws 422 for what is no cursor. */
export async function productSync(db: Db, sellerId: number, query: SyncQuery): Promise<ProductSync> {
  const cursor = query.cursor ? readCursor(query.cursor) : await begin(db, query);
  const { afterId, since, withDeleted, nextSince } = cursor;
  const rows = await selectPage(db, [sellerId, afterId, since, withDeleted, query.per + 1]);
  const page = rows.slice(0, query.per);
  const last = page.at(-1);
  return {
    products: page.map(syncedProduct),
    next_cursor: last && rows.length > page.length ? writeCursor({ ...cursor, afterId: last.id }) : null,
    next_updated_since: nextSince,
  };
}

/** Asked before the first page is read: what commits later was begun after it, less the overlap. */
async function begin(db: Db, { updated_since, include_deleted }: SyncQuery): Promise<Cursor> {
  const [start] = await selectStart(db, []);
  if (!start) throw new Error('The database told no time');
  return {
    afterId: 0,
    since: updated_since || null,
    withDeleted: include_deleted,
    nextSince: start.at.toISOString(),
  };
}

const FIELDS = ['afterId', 'since', 'withDeleted', 'nextSince'] as const;

const writeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(FIELDS.map((field) => cursor[field]))).toString('base64url');

const NO_CURSOR = 'Send next_cursor as you received it, or none';

const isTime = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.length <= 40;

function readCursor(text: string): Cursor {
  const [afterId, since, withDeleted, nextSince] = partsOf(text);
  const isRead =
    Number.isSafeInteger(afterId) &&
    Number(afterId) >= 0 &&
    Number(afterId) <= MAX_ID &&
    (since === null || isTime(since)) &&
    typeof withDeleted === 'boolean' &&
    isTime(nextSince);
  if (!isRead) throw Invalid(NO_CURSOR, { cursor: [NO_CURSOR] });
  return { afterId, since, withDeleted, nextSince } as Cursor;
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const large = (stored: string | null) => (stored === null ? null : publicUrl(stored, 1200));
const decimal = (value: string | null) => (value === null ? null : Number(value));

const syncedProduct = (row: ProductRow): SyncedProduct => ({
  id: row.id,
  version: row.version,
  name: row.name,
  upc: row.upc,
  sku: row.sku,
  asin: row.asin,
  style_number: row.style_number,
  category: row.category as Category,
  description: row.description,
  photo_1: large(row.photo_1),
  photo_2: large(row.photo_2),
  photo_3: large(row.photo_3),
  photo_4: large(row.photo_4),
  photo_5: large(row.photo_5),
  msrp_cents: row.msrp_cents,
  wholesale_cents: row.wholesale_cents,
  seller_price_cents: row.seller_price_cents,
  units: row.units,
  min_order_units: row.min_order_units,
  gender: row.gender as Gender,
  seller_size: row.seller_size,
  expiration_date: row.expiration_date,
  length: decimal(row.length),
  width: decimal(row.width),
  height: decimal(row.height),
  weight: decimal(row.weight),
  weight_unit: row.weight_unit as WeightUnit,
  packaging_type: row.packaging_type as PackagingType,
  inner_count: row.inner_count,
  inner_quantity: row.inner_quantity,
  outer_quantity: row.outer_quantity,
  sell_by: row.sell_by,
  condition: row.condition,
  location_id: row.location_id,
  paused: row.paused,
  provisional: row.provisional,
  provisional_errors: row.provisional_errors,
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
});
