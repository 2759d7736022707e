import type { Db } from '../../db/connection';
import { orderMultiple, SHIP_FROM_STATE, shipFromJoins, statement } from '../../db/sql';
import type { ProductRow } from '../../db/tables';
import { createLru, type Versioned, valueAt } from '../cache/caches';
import type { Units } from '../contract/money';

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
    | 'condition'
  > {
  order_multiple: Units;
  ship_from_state: string | null;
  seller_name: string;
  seller_user_id: number | null;
}

const CARD = `p.id, p.seller_id, p.name, p.category, p.photo_1, p.units, p.min_order_units, p.msrp_cents,
     p.seller_price_cents, p.percent_off_msrp, ${orderMultiple('p')}, p.condition, ${SHIP_FROM_STATE},
     s.name as seller_name, u.id as seller_user_id`;

const OF_IDS = `from products p join sellers s on s.id = p.seller_id left join users u on u.seller_id = p.seller_id and u.is_primary
   ${shipFromJoins('p')}
   where p.id = any ($1::integer[])`;

const cards = statement<CardRow>('product cards', `select ${CARD} ${OF_IDS}`);

/** How far the change log has been read. `generation` counts its prunings. */
export interface IndexVersion {
  readonly snapshot: string;
  readonly generation: number;
  /** Counts the changes that may have moved a seller's products; the versions of rows do not tell of addresses. */
  readonly places: number;
}

// No logged change that snapshot $2 may not see, and no database restored to an older state.
const UNTOUCHED = `
  (select cut.generation = $3 and pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax($2::pg_snapshot)
      and coalesce((select xid from listing_changes order by xid desc limit 1) < pg_snapshot_xmin($2::pg_snapshot), true)
     from listing_prunings cut) as untouched`;

const VERSION = "p.xmin::text || ',' || s.xmin::text || ',' || coalesce(u.xmin::text, '')";

const untouched = statement<CardRow & { untouched: boolean; version: string }>(
  'product cards unless touched',
  `select ${CARD}, ${VERSION} as version, ${UNTOUCHED} ${OF_IDS}`,
);

const versionsNow = statement<{ untouched: boolean; versions: string | null }>(
  'versions of product cards',
  `select ${UNTOUCHED},
     (select string_agg(${VERSION}, ' ' order by place)
        from unnest($1::integer[]) with ordinality as wanted (id, place)
        join products p on p.id = wanted.id
        join sellers s on s.id = p.seller_id left join users u on u.seller_id = p.seller_id and u.is_primary) as versions`,
);

const MAX_PAGES = 100;

export interface Cards<Card> {
  byIds(ids: readonly number[]): Promise<Card[]>;
  /** Null if a listing may have changed since. Returns the identical array while the rows stay the same. */
  ifUnchanged(ids: readonly number[], version: IndexVersion): Promise<Card[] | null>;
}

export type ToCards<Card> = (rows: readonly CardRow[]) => Card[];

type OnLookUp = (outcome: 'hit' | 'miss') => void;

export function createCards<Card>(
  db: Db,
  toCards: ToCards<Card>,
  onLookUp: OnLookUp = () => undefined,
): Cards<Card> {
  const pages = createLru<string, Versioned<Card[]>>({ max: MAX_PAGES });
  return {
    byIds: async (ids) => toCards(ids.length === 0 ? [] : inOrder(ids, await cards(db, [ids]))),
    async ifUnchanged(ids, { snapshot, generation, places }) {
      if (ids.length === 0) return null;
      const key = ids.join();
      const page = pages.get(key);
      if (page) {
        const [current] = await versionsNow(db, [ids, snapshot, generation]);
        if (!current?.untouched) return null;
        const cached = valueAt(page, [current.versions, places]);
        onLookUp(cached ? 'hit' : 'miss');
        if (cached) return cached;
      } else onLookUp('miss');
      const rows = await untouched(db, [ids, snapshot, generation]);
      if (!rows[0]?.untouched) return null;
      const found = inOrder(ids, rows);
      const value = toCards(found);
      pages.set(key, { versions: [found.map(({ version }) => version).join(' '), places], value });
      return value;
    },
  };
}

function inOrder<Row extends CardRow>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
