import type { Db } from '../../../db/connection';
import { cumulate, PACKED, ROWS, rowOf } from './cumulative';

/** Folding and filling exclude each other. */
const LOCK = 729_481_160;

export const COUNTED = `
  select l.cell, l.condition * 7 + coalesce(place.region, home.region) as kind, count(*)::integer as n
    from listings l join current_count_sellers home using (seller_id)
    left join current_count_places place on place.address_id = l.location_id
   where home.is_listed group by 1, 2`;

// One statement has one snapshot: what it does not see stays in the log, and its counts lack exactly that.
const FOLD = `
  with deltas as materialized (
    select cell, kind, sum(n) as n from listing_count_deltas() group by 1, 2 having sum(n) <> 0
  ), moved as materialized (
    select distinct seller_id from listing_count_changes where cell is null
  ), homes as (
    insert into listing_count_sellers
      select seller_id, is_listed, region from current_count_sellers where seller_id in (select seller_id from moved)
    on conflict (seller_id) do update set is_listed = excluded.is_listed, region = excluded.region
  ), places as (
    insert into listing_count_places
      select address_id, seller_id, region from current_count_places where seller_id in (select seller_id from moved)
    on conflict (address_id) do update set seller_id = excluded.seller_id, region = excluded.region
  ), deleted as (
    delete from listing_count_places where seller_id in (select seller_id from moved)
      and address_id not in (select id from addresses where seller_id in (select seller_id from moved) and deleted_at is null)
  ), folded as (
    delete from listing_count_changes returning 1
  )
  select (select count(*)::integer from folded) as folded, (select ${PACKED} from deltas) as packed`;

const FILL = `
  with counted as materialized (${COUNTED}), homes as (
    insert into listing_count_sellers select seller_id, is_listed, region from current_count_sellers
    on conflict (seller_id) do update set is_listed = excluded.is_listed, region = excluded.region
  ), places as (
    insert into listing_count_places select address_id, seller_id, region from current_count_places
    on conflict (address_id) do update set seller_id = excluded.seller_id, region = excluded.region
  ), gone as (
    delete from listing_count_sellers where seller_id not in (select seller_id from current_count_sellers)
  ), deleted as (
    delete from listing_count_places where address_id not in (select address_id from current_count_places)
  ), folded as (
    delete from listing_count_changes returning 1
  )
  select (select count(*)::integer from folded) as folded, (select ${PACKED} from counted) as packed`;

interface FoldedRow {
  folded: number;
  packed: Buffer | null;
}

const WRITTEN = 'unnest(?::smallint[], ?::text[]) as written (steps, added)';

const ADD = `
  update listing_counts set counts = array(
      select kept + added from unnest(counts, written.added::integer[]) with ordinality as both_ (kept, added, at) order by at)
    from ${WRITTEN} where listing_counts.steps = written.steps`;

const REPLACE = `
  insert into listing_counts (steps, counts) select steps, added::integer[] from ${WRITTEN}
  on conflict (steps) do update set counts = excluded.counts where listing_counts.counts <> excluded.counts`;

const NONE = (counts: Int32Array) => counts.every((count) => count === 0);

async function write(tx: Db, sql: string, counts: Int32Array, rows: readonly number[]): Promise<number> {
  const texts = rows.map((row) => `{${rowOf(counts, row).join()}}`);
  const { rowCount } = await tx.raw<{ rowCount: number }>(sql, [[...rows], texts]);
  return rowCount;
}

const everyRow = Array.from({ length: ROWS }, (_none, row) => row);

async function readFolded(tx: Db, sql: string) {
  const { rows } = await tx.raw<{ rows: [FoldedRow] }>(sql);
  return rows[0];
}

/** Dead rows above which the log is cleaned at once, as every search reads all of it. */
const MANY = 1_000;

/** Adds the log to the counts. Concurrent calls have nothing to do. */
export async function foldCounts(db: Db): Promise<void> {
  if ((await foldLog(db)) > MANY) await db.raw('vacuum (skip_locked) listing_count_changes');
}

const foldLog = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.raw<{ rows: [{ taken: boolean }] }>(
      'select exists (select from listing_count_changes) and pg_try_advisory_xact_lock(?) as taken',
      [LOCK],
    );
    if (!rows[0].taken) return 0;
    await tx.raw('set local statement_timeout = 0');
    const { folded, packed } = await readFolded(tx, FOLD);
    const added = cumulate(packed);
    const changed = everyRow.filter((row) => !NONE(rowOf(added, row)));
    if (changed.length > 0) await write(tx, ADD, added, changed);
    return folded;
  });

/** Counts everything again; returns how many rows differed. The triggers must exist, or the counts go stale. */
export const fillCounts = (db: Db): Promise<number> => fill(db, async () => true);

const fill = (db: Db, isWanted: (tx: Db) => Promise<boolean>): Promise<number> =>
  db.transaction(async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
    if (!(await isWanted(tx))) return 0;
    await tx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const { packed } = await readFolded(tx, FILL);
    return write(tx, REPLACE, cumulate(packed), everyRow);
  });

/** Returns how many rows differed: none where counts are not kept. */
export const rebuildCounts = (db: Db): Promise<number> => fill(db, areCountsKept);

/** Readers count by themselves from then on. */
export const emptyCounts = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
    await tx.raw(`delete from listing_counts; delete from listing_count_changes; delete from listing_count_sellers;
      delete from listing_count_places`);
  });

export async function areCountsKept(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: [{ kept: boolean }] }>(
    'select exists (select from listing_counts) as kept',
  );
  return rows[0].kept;
}
