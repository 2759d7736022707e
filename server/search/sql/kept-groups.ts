import type { Db } from '../../../db/connection';
import { statement } from '../../../db/sql';
import { KINDS, REGIONS } from '../index/conditions-and-regions';
import { categoryCount, STEPS, stepLimits, UNIT } from '../index/facets';
import { rowsFor } from './cumulative';
import { type Group, labelsOf } from './figures';
import type { Wanted } from './relations';

/** Changes above which a reader has them folded. */
const MAX_CHANGES = 3_000;
/** A condition with more takes longer than asking for the seller of each listing. */
const MAX_HIDDEN = 2_000;

const digit = (unit: number, values = STEPS) => `l.cell / ${unit} % ${values}`;

const STEPS_PASS = `${digit(UNIT.msrp)} < $2 and ${digit(UNIT.price)} < $3 and ${digit(UNIT.percent)} < $4
  and ${digit(UNIT.units)} >= $5 and ($6::integer is null or ${digit(UNIT.packaging, UNIT.units / UNIT.packaging)} = $6)`;

const KIND = `l.condition * ${REGIONS} + coalesce(
    (select listing_region(a.country, a.region) from addresses a where a.id = l.location_id and a.deleted_at is null),
    (select listing_region(a.country, a.region) from addresses a
      where a.seller_id = l.seller_id and a.is_default and a.deleted_at is null),
    listing_region(null, null))`;

/** Listings with labels count with these in place of none. */
const LABELED = (listedSql: string) => `
  select category, kind, sign.labels, sign.n * listings
    from (
      select l.cell % ${categoryCount} as category, case when $7 then ${KIND} else 0 end as kind, tagged.labels,
        count(*)::integer as listings
        from (
          select product_id, bit_or(label) as labels
            from product_tags join unnest($8::citext[], $9::integer[]) as names (tag, label) using (tag) group by product_id
        ) tagged
        cross join lateral (
          select cell, condition, location_id, seller_id from listings where product_id = tagged.product_id offset 0
        ) l
        join sellers on sellers.id = l.seller_id
       where ${listedSql} and ${STEPS_PASS}
       group by 1, 2, 3
    ) labeled
    cross join lateral (values (0, -1), (labeled.labels, 1)) sign (labels, n)`;

const GROUPS = (listedSql: string) => `
  select category, case when $7 then kind else 0 end as kind, labels, sum(n)::integer as listings from (
    select ((at - 1) / ${KINDS})::integer as category, ((at - 1) % ${KINDS})::integer as kind, 0 as labels, n
      from listing_counts cross join unnest(counts) with ordinality as kept (n, at)
     where steps = any ($1::smallint[]) and n <> 0
    union all
    select l.cell % ${categoryCount}, l.kind, 0, l.n from listing_count_deltas() l where ${STEPS_PASS}
    union all ${LABELED(listedSql)}
  ) parts
  group by 1, 2, 3 having sum(n) <> 0`;

const MOVED = 'select seller_id from listing_count_changes where cell is null';

/** Sellers whose listings may not be seen, if they are few. */
const HIDDEN = (listedSql: string) => `
  select array_agg(seller_id) from (
    (select seller_id from listing_count_sellers where not is_listed and seller_id not in (${MOVED})
      limit ${MAX_HIDDEN + 1})
    union all
    select sellers.id from sellers where id in (${MOVED}) and not (${listedSql})
  ) hidden`;

interface KeptRow {
  readonly kept: boolean;
  readonly long: boolean;
  readonly listings: number;
  readonly hidden: number[] | null;
  readonly groups: Group[] | null;
}

const keptStatement = (listedSql: string) =>
  statement<KeptRow>(
    'kept counts',
    `select exists (select from listing_counts) as kept,
       exists (select from listing_count_changes offset ${MAX_CHANGES}) as long,
       (select reltuples from pg_class where oid = 'listings'::regclass) as listings,
       (${HIDDEN(listedSql)}) as hidden,
       (select array_agg(array[category, kind, labels, listings]) from (${GROUPS(listedSql)}) groups) as groups`,
  );

export interface KeptGroups {
  /** Of any kind, if the query asks for kinds. */
  readonly groups: readonly Group[];
  /** About how many there are, whatever the query. */
  readonly listings: number;
  /** Sellers whose listings may not be seen; null if they are many. */
  readonly hidden: readonly number[] | null;
  /** Whether the log is so long that it slows searches down. */
  readonly isLong: boolean;
}

function valuesOf(wanted: Wanted): unknown[] {
  const { msrpEnd, priceEnd, percentEnd, unitsStart, packaging } = stepLimits(wanted.query.filters);
  const hasKinds = wanted.query.facets === true || wanted.kinds !== null;
  const { tags, labels } = labelsOf(wanted);
  return [
    rowsFor(wanted),
    ...[msrpEnd, priceEnd, percentEnd, unitsStart, packaging],
    ...[hasKinds, tags, labels],
  ];
}

/** Counts of listings by category, kind and labels, as far as the steps pass; null where they are not kept. */
export function keptGroups(listedSql: string) {
  const read = keptStatement(listedSql);
  return async (db: Db, wanted: Wanted): Promise<KeptGroups | null> => {
    const [row] = await read(db, valuesOf(wanted));
    if (!row?.kept) return null;
    const { groups, hidden, listings, long } = row;
    return {
      groups: groups ?? [],
      listings: Math.max(listings, 1),
      hidden: hidden && hidden.length > MAX_HIDDEN ? null : (hidden ?? []),
      isLong: long,
    };
  };
}
