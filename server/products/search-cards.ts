import type { Db } from '../../db/connection';
import { statement } from '../../db/statement';
import type { ProductRow } from '../../db/tables';

/** What a product card needs to know, as stored. */
export interface CardRow
  extends Pick<
    ProductRow,
    | 'id'
    | 'seller_id'
    | 'name'
    | 'category'
    | 'photo_1'
    | 'units'
    | 'min_order_units'
    | 'msrp_cents'
    | 'seller_price_cents'
    | 'percent_off_msrp'
  > {
  seller_name: string;
  /** Null where staff made the seller and nobody has joined it yet. */
  seller_user_id: number | null;
}

const CARD = `p.id, p.seller_id, p.name, p.category, p.photo_1, p.units, p.min_order_units, p.msrp_cents,
     p.seller_price_cents, p.percent_off_msrp, s.name as seller_name, u.id as seller_user_id`;

const OF_IDS = `from products p join sellers s on s.id = p.seller_id left join users u on u.seller_id = p.seller_id
   where p.id = any ($1::integer[])`;

const cards = statement<CardRow>('product cards', `select ${CARD} ${OF_IDS}`);

/** Where the listings' log was read to: a snapshot of the database, and how often the log had been cut. */
export interface Look {
  readonly snapshot: string;
  readonly generation: number;
}

// Nothing stands in the log that the snapshot of $2 may not know of, and the database is no older one than it was.
const untouched = statement<CardRow & { untouched: boolean }>(
  'product cards unless touched',
  `select ${CARD},
     (select cut.generation = $3 and pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($2::pg_snapshot)
         and coalesce((select xid from listing_changes order by xid desc limit 1) < pg_snapshot_xmin($2::pg_snapshot), true)
        from listing_prunings cut) as untouched
   ${OF_IDS}`,
);

/** In the order of the ids. */
export async function cardsOf(db: Db, ids: readonly number[]): Promise<CardRow[]> {
  return ids.length === 0 ? [] : inOrder(ids, await cards(db, [ids]));
}

/** The same, and in one statement whether a listing may have been touched since the look: null then. */
export async function cardsUnlessTouched(
  db: Db,
  ids: readonly number[],
  { snapshot, generation }: Look,
): Promise<CardRow[] | null> {
  if (ids.length === 0) return null;
  const rows = await untouched(db, [ids, snapshot, generation]);
  return rows[0]?.untouched ? inOrder(ids, rows) : null;
}

function inOrder(ids: readonly number[], rows: readonly CardRow[]): CardRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
