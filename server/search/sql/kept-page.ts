import { conditionOf, REGIONS, regionOf } from '../index/conditions-and-regions';
import type { CellFilters } from '../index/facets';
import type { ParsedQuery } from '../query';
import { labelConditions, stepConditions, tagsNaming } from './conditions';
import { countOf, type Group, listingsIn } from './figures';
import { allOf, bound, type Sql, sql } from './fragments';
import type { KeptGroups } from './kept-groups';
import { nearestStretch, pageSql, type Stretch } from './orders';
import { listed, type Wanted } from './relations';

const REGION = `coalesce(
    (select listing_region(a.country, a.region) from addresses a where a.id = location_id and a.deleted_at is null),
    (select listing_region(a.country, a.region) from addresses a
      where a.seller_id = listed.seller_id and a.is_default and a.deleted_at is null), ${REGIONS - 1})`;

/** Condition and region apart, so that nothing is looked up where any region will do. */
function kindConditions({ query, kinds }: Wanted): Sql[] {
  const passing = kinds?.kinds ?? [];
  const any = (values: readonly number[]) => sql`any (${bound([...new Set(values)])}::integer[])`;
  return [
    ...(query.filters.condition?.length ? [sql`condition = ${any(passing.map(conditionOf))}`] : []),
    ...(query.filters.shipFromRegion?.length ? [sql`${REGION} = ${any(passing.map(regionOf))}`] : []),
  ];
}

/** The category filter, or the categories and other tags asked for, which a listing must have one of. */
function mainLabels({ query, categories, staffTags }: ParsedQuery) {
  const { category } = query.filters;
  if (category) return { categories: [category], staffTags: [] };
  return categories.length + staffTags.length > 0 ? { categories, staffTags } : null;
}

function candidates(cellFilter: CellFilters, wanted: Wanted) {
  const labels = mainLabels(wanted);
  const { passing } = cellFilter(wanted.query.filters, labels?.categories);
  const cells = [...passing.keys()].filter((cell) => passing[cell] === 1);
  return { cells, tags: labels ? [...tagsNaming(labels.categories), ...labels.staffTags] : [] };
}

// In microseconds, as measured at a million listings: a step into an index, a listing read by it, one in an order.
const COST = { cell: 1, gathered: 4, scanned: 0.7 };

interface Kept extends KeptGroups {
  readonly passing: readonly Group[];
}

/** Whether reading all that passes, and sorting it, is quicker than reading in order until a page is full. */
function isRare(
  { groups, listings }: Kept,
  count: number,
  cells: number,
  { offset, limit }: Stretch,
): boolean {
  const scanned = Math.min(((offset + limit) * listings) / Math.max(count, 1), listings);
  return cells * COST.cell + listingsIn(groups) * COST.gathered < scanned * COST.scanned;
}

/** Listings that may be seen, without reading sellers if few of them are hidden. */
function visible(listedSql: string, { hidden }: Kept): { from: Sql; areVisible: Sql[] } {
  if (!hidden) return { from: listed(listedSql), areVisible: [] };
  const isHidden = sql`seller_id <> all (${bound([...hidden])}::integer[])`;
  return { from: sql`listings listed`, areVisible: hidden.length > 0 ? [isHidden] : [] };
}

function gathered(
  from: Sql,
  { cells, tags }: ReturnType<typeof candidates>,
  conditions: readonly Sql[],
): Sql {
  const tagged = sql`product_id = any (array(select product_id from product_tags where tag = any (${bound(tags)}::citext[])))`;
  const inCells = sql`cell = any (${bound(cells)}::smallint[])`;
  const among = allOf([tags.length > 0 ? sql`${inCells} or ${tagged}` : inCells, ...conditions]);
  return sql`(select product_id, created_at, msrp_cents, price_cents, percent_off from ${from}
    where ${among} offset 0) gathered`;
}

interface PageSources {
  readonly listedSql: string;
  readonly cellFilter: CellFilters;
}

export interface KeptPage {
  /** Null where the page has no listing. */
  readonly sql: Sql | null;
  readonly isBackward: boolean;
}

/** A page of what was counted, in the same snapshot. */
export function keptPage({ listedSql, cellFilter }: PageSources, wanted: Wanted, kept: Kept): KeptPage {
  const count = countOf(wanted, null, kept.passing);
  const stretch = nearestStretch(wanted, count);
  if (count === 0 || stretch.limit === 0) return { sql: null, isBackward: false };
  const { from, areVisible } = visible(listedSql, kept);
  const conditions = [
    ...areVisible,
    ...stepConditions(wanted),
    ...kindConditions(wanted),
    ...labelConditions(wanted),
  ];
  const among = candidates(cellFilter, wanted);
  const page = isRare(kept, count, among.cells.length, stretch)
    ? pageSql(wanted, gathered(from, among, conditions), [], stretch)
    : pageSql(wanted, from, conditions, stretch);
  return { sql: page, isBackward: stretch.isBackward };
}
