import type { Knex } from 'knex';
import type { Tx } from '../../db/transaction';
import type { Services } from '../services';
import { readQuery } from './schema';

/** Of one search; older ones are forgotten. */
export const MAX_NEWS = 500;

/** What became visible between two snapshots, the earliest listed first. */
interface NewListings {
  readonly since: string;
  readonly until: string;
  readonly ids: readonly number[];
}

/** One statement, so that the ids and the snapshot agree. A snapshot from the future comes from another cluster's dump. */
const NEW_LISTINGS = `
  select progress.snapshot::text as since, pg_current_snapshot()::text as until,
         array(select product_id from new_listings
                where xid >= pg_snapshot_xmin(progress.snapshot)
                  and not pg_visible_in_snapshot(xid, progress.snapshot)
                order by at, product_id) as ids
    from saved_search_progress progress`;

async function newListings(db: Knex): Promise<NewListings> {
  const { rows } = await db.raw<{ rows: NewListings[] }>(NEW_LISTINGS);
  const [found] = rows;
  if (!found) throw new Error('saved_search_progress is empty');
  return found;
}

interface Matches {
  readonly searchIds: readonly number[];
  readonly productIds: readonly number[];
}

interface DistinctQuery {
  readonly query: object;
  readonly ids: readonly number[];
}

async function distinctQueries(db: Knex): Promise<DistinctQuery[]> {
  const { rows } = await db.raw<{ rows: DistinctQuery[] }>(
    'select query, array_agg(id order by id) as ids from saved_searches group by query',
  );
  return rows;
}

const QUERIES_AT_ONCE = 4;
const IDS_AT_ONCE = 5_000;

async function latestMatches({ search }: Services, stored: object, ids: readonly number[]) {
  const query = { ...readQuery(stored), page: 1, sort: 'newest' } as const;
  const found: number[] = [];
  for (let end = ids.length; end > 0 && found.length < MAX_NEWS; end -= IDS_AT_ONCE)
    found.unshift(...(await search.matchingAmong(query, ids.slice(Math.max(0, end - IDS_AT_ONCE), end))));
  return found.slice(-MAX_NEWS);
}

/** Asks the index once per distinct query, about the new products alone. */
async function matchesOf(services: Services, { ids }: NewListings): Promise<Matches[]> {
  const queries = ids.length === 0 ? [] : await distinctQueries(services.db);
  const matches: Matches[] = [];
  for (let at = 0; at < queries.length; at += QUERIES_AT_ONCE)
    matches.push(
      ...(await Promise.all(
        queries.slice(at, at + QUERIES_AT_ONCE).map(async (one): Promise<Matches> => {
          const productIds = await latestMatches(services, one.query, ids);
          return { searchIds: one.ids, productIds };
        }),
      )),
    );
  return matches.filter(({ productIds }) => productIds.length > 0);
}

const ROWS_PER_STATEMENT = 20_000;

/** What was listed when the search was saved is not new. A search that is deleted meanwhile drops out by its lock. */
const INSERT = `
  insert into saved_search_news (saved_search_id, product_id, at)
  select searches.id, listings.product_id, listings.at
    from unnest(?::int[], ?::int[]) as match (saved_search_id, product_id)
    join saved_searches searches on searches.id = match.saved_search_id
    join new_listings listings on listings.product_id = match.product_id
   where not pg_visible_in_snapshot(listings.xid, searches.since)
     for key share of searches
      on conflict do nothing`;

async function insertNews(tx: Tx, matches: readonly Matches[]) {
  let [searches, products]: [number[], number[]] = [[], []];
  const flush = async () => {
    if (searches.length > 0) await tx.raw(INSERT, [searches, products]);
    [searches, products] = [[], []];
  };
  for (const { searchIds, productIds } of matches)
    for (const id of searchIds) {
      for (const product of productIds) {
        searches.push(id);
        products.push(product);
      }
      if (searches.length >= ROWS_PER_STATEMENT) await flush();
    }
  await flush();
}

const forgetOldest = (tx: Tx, searchIds: readonly number[]) =>
  tx.raw(
    `delete from saved_search_news news using (
       select saved_search_id, product_id,
              row_number() over (partition by saved_search_id order by at desc, product_id desc) as place
         from saved_search_news
        where saved_search_id in (select saved_search_id from saved_search_news
                                   where saved_search_id = any(?) group by 1 having count(*) > ?)
     ) as placed
      where news.saved_search_id = placed.saved_search_id and news.product_id = placed.product_id and place > ?`,
    [[...searchIds], MAX_NEWS, MAX_NEWS],
  );

/** Writes the news and the next snapshot, or nothing where another run was first. */
async function writeNews(tx: Tx, { since, until, ids }: NewListings, matches: readonly Matches[]) {
  const progress = await tx('saved_search_progress')
    .whereRaw('snapshot::text = ?', [since])
    .forUpdate()
    .first('snapshot');
  if (!progress) return;
  await insertNews(tx, matches);
  await forgetOldest(
    tx,
    matches.flatMap(({ searchIds }) => searchIds),
  );
  await tx('saved_search_progress').update({ snapshot: until });
  if (ids.length > 0) await tx.events.listingsCollected(ids);
}

/** By snapshots, because times miss what began before the last run and was committed after it. Returns how many products. */
export async function collectNews(services: Services): Promise<number> {
  const { db, transaction } = services;
  await transaction(restartAfterRestore);
  const listings = await newListings(db);
  const matches = await matchesOf(services, listings);
  await transaction((tx) => writeNews(tx, listings, matches));
  return listings.ids.length;
}

const IS_FUTURE = 'pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())';

/** Transaction ids of another cluster's dump mean nothing here: what it listed counts as seen. */
async function restartAfterRestore(tx: Tx) {
  const restored = await tx('saved_search_progress').whereRaw(IS_FUTURE).forUpdate().first('snapshot');
  if (!restored) return;
  await tx('new_listings').delete();
  await tx('saved_searches').update({ since: tx.raw('pg_current_snapshot()') });
  await tx('saved_search_progress').update({ snapshot: tx.raw('pg_current_snapshot()') });
}

const KEPT_DAYS = 3;

export const forgetListings = (db: Knex) =>
  db.raw(
    `delete from new_listings using saved_search_progress progress
      where at < now() - make_interval(days => ?) and pg_visible_in_snapshot(xid, progress.snapshot)`,
    [KEPT_DAYS],
  );
