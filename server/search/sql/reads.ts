import type { Db } from '../../../db/connection';
import { MAX_ARRIVALS } from '../contract';
import type { CellFilters } from '../index/facets';
import type { Place, Scope } from '../query';
import { CATEGORY, kindConditions, labelConditions, scopeConditions, stepConditions } from './conditions';
import { type Group, groupsOfKinds, labelsOf } from './figures';
import { allOf, bound, type Sql, sql } from './fragments';
import type { keptGroups } from './kept-groups';
import { keptPage } from './kept-page';
import { listedAfter, newestSql, pageSql, placeOf } from './orders';
import {
  listed,
  listedFor,
  type Relation,
  relationsOf,
  type Sources,
  type Wanted,
  withShared,
} from './relations';

interface PlacesRow {
  page: string[][] | null;
  newest: string[] | null;
}

export interface Places {
  /** Of a page and, if there is more, of one more listing. */
  readonly places: readonly Place[];
  readonly newest: Place | null;
}

const placesIn = ({ page, newest }: PlacesRow): Places => ({
  places: (page ?? []).map(placeOf),
  newest: newest && placeOf(newest),
});

async function read<Row>(db: Db, { text, bindings }: Sql): Promise<Row> {
  const { rows } = await db.raw<{ rows: Row[] }>(text, bindings as string[]);
  if (!rows[0]) throw new Error('A search was not answered');
  return rows[0];
}

function placesSql({ listedSql }: Sources, wanted: Wanted, { from, conditions }: Relation): Sql {
  const page = pageSql(wanted, from, [...conditions, ...labelConditions(wanted)]);
  return sql`(select array_agg(place) from (${page}) page) as page,
    (${newestSql(listed(listedSql))}) as newest`;
}

function labelsSql(wanted: Wanted): Sql {
  const { tags, labels } = labelsOf(wanted);
  return sql`(select product_id, bit_or(label) as labels
    from product_tags join unnest(${bound(tags)}::citext[], ${bound(labels)}::integer[]) as names (tag, label) using (tag)
    group by product_id) labeled`;
}

const groupsSql = (wanted: Wanted, { from, conditions }: Relation): Sql =>
  sql`(select array_agg(array[category, kind, labels, listings]) from (
    select ${CATEGORY} as category, ${wanted.query.facets ? 'kind::integer' : '0'} as kind, coalesce(labels, 0) as labels,
      count(*)::integer as listings
    from ${from} left join ${labelsSql(wanted)} using (product_id) where ${allOf(conditions)} group by 1, 2, 3) groups) as groups`;

interface KeptSources extends Sources {
  readonly readGroups: ReturnType<typeof keptGroups>;
  readonly cellFilter: CellFilters;
}

export interface CountedPlaces extends Places {
  readonly groups: readonly Group[];
}

/** A page and what to count with it, as of one moment. Reads all that passes the filters. */
export async function countPage(sources: Sources, wanted: Wanted): Promise<CountedPlaces> {
  const { page, counted } = relationsOf(sources, wanted);
  const columns = sql`select ${placesSql(sources, wanted, page)}, ${groupsSql(wanted, counted)}`;
  const row = await read<PlacesRow & { groups: Group[] | null }>(sources.db, withShared(counted, columns));
  return { ...placesIn(row), groups: row.groups ?? [] };
}

export const readKeptPage = (
  { db, readGroups, ...sources }: KeptSources,
  wanted: Wanted,
): Promise<(CountedPlaces & { readonly isLong: boolean }) | null> =>
  db.transaction(
    async (tx) => {
      const kept = await readGroups(tx, wanted);
      if (!kept) return null;
      const passing = groupsOfKinds(wanted.kinds, kept.groups);
      const page = keptPage(sources, wanted, { ...kept, passing });
      const columns = sql`select ${page.sql ? sql`(select array_agg(place) from (${page.sql}) page)` : 'null'} as page,
        (${newestSql(listed(sources.listedSql))}) as newest`;
      const { places, newest } = placesIn(await read<PlacesRow>(tx, columns));
      const groups = wanted.query.facets ? kept.groups : passing;
      return { groups, isLong: kept.isLong, newest, places: page.isBackward ? places.toReversed() : places };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );

export async function readPlaces(sources: Sources, wanted: Wanted): Promise<Places> {
  const { page } = relationsOf(sources, wanted);
  const columns = sql`select ${placesSql(sources, wanted, page)}`;
  return placesIn(await read<PlacesRow>(sources.db, withShared(page, columns)));
}

function matching({ listedSql }: Sources, wanted: Wanted, more: readonly Sql[]): Sql {
  const conditions = [
    ...stepConditions(wanted),
    ...kindConditions(wanted.kinds),
    ...labelConditions(wanted),
    ...more,
  ];
  return sql`select product_id from ${listedFor(wanted, listedSql, wanted.kinds !== null)} where ${allOf(conditions)}`;
}

export async function countNewer(sources: Sources, wanted: Wanted, place: Place | null): Promise<number> {
  const newer = matching(sources, wanted, [
    ...scopeConditions(wanted.scope),
    ...(place ? [listedAfter(place)] : []),
  ]);
  const count = sql`select count(*)::integer as n from (${newer} limit ${MAX_ARRIVALS}) newer`;
  return (await read<{ n: number }>(sources.db, count)).n;
}

export async function readMatching(sources: Sources, wanted: Wanted, ids: readonly number[]) {
  const among = sql`product_id = any (${bound([...ids])}::integer[])`;
  const found = matching(sources, wanted, [...scopeConditions(wanted.scope, ids), among]);
  return new Set((await read<{ ids: number[] }>(sources.db, sql`select array(${found}) as ids`)).ids);
}

/** Whether some listing has the words, whatever the filters are. */
export async function hasListed({ db, listedSql }: Sources, scope: Scope): Promise<boolean> {
  const found = sql`select from ${listed(listedSql)} where ${allOf(scopeConditions(scope))}`;
  return (await read<{ found: boolean }>(db, sql`select exists (${found}) as found`)).found;
}

export async function countsOfSellers({ db, listedSql }: Sources, ids: readonly number[]) {
  const { rows } = await db.raw<{ rows: { seller_id: number; n: number }[] }>(
    `select listings.seller_id, count(*)::integer as n from listings join sellers on sellers.id = listings.seller_id
      where listings.seller_id = any (?) and ${listedSql} group by 1`,
    [[...ids]],
  );
  return new Map(rows.map(({ seller_id, n }) => [seller_id, n]));
}

/** Whether no listing waits for a column that was added. */
export async function areFilled(db: Db): Promise<boolean> {
  const open = sql`select from listing_backfill where finished_at is null`;
  return (await read<{ filled: boolean }>(db, sql`select not exists (${open}) as filled`)).filled;
}
