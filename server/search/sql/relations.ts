import type { Db } from '../../../db/connection';
import { type KindFilter, REGIONS } from '../index/conditions-and-regions';
import type { ParsedQuery } from '../query';
import { kindConditions, type SqlScope, scopeConditions, stepConditions } from './conditions';
import { allOf, type Sql, sql } from './fragments';
import { sortsByAddedColumn } from './orders';

export interface Sources {
  readonly db: Db;
  readonly listedSql: string;
}

/** A query with its conditions and regions, null where any will do. */
export interface Wanted extends ParsedQuery {
  readonly scope: SqlScope | null;
  readonly kinds: KindFilter | null;
  /** Whether every listing has the columns that were added, so that the table serves for the view. */
  readonly isFilled: boolean;
}

const regionsBy = (column: 'id' | 'seller_id', condition: string) =>
  `(select ${column}, listing_region(country, region) as region from addresses where ${condition})`;

/** The kind as listings_v2 has it, joined by hashes: for a few listings as quick, for many five times. */
const KIND = `(condition * ${REGIONS} + coalesce(own.region, home.region, listing_region(null, null)))::smallint as kind`;
const KIND_JOINS = `left join ${regionsBy('id', 'deleted_at is null')} own on own.id = listings.location_id
  left join ${regionsBy('seller_id', 'is_default and deleted_at is null')} home on home.seller_id = listings.seller_id`;

const ofSellers = (columns: string, from: string, listedSql: string): Sql =>
  sql`(select ${columns} from ${from} where ${listedSql}) listed`;

const SELLERS = 'join sellers on sellers.id = listings.seller_id';

export const listed = (listedSql: string): Sql => ofSellers('listings.*', `listings ${SELLERS}`, listedSql);

export function listedFor({ isFilled, query }: Wanted, listedSql: string, hasKinds: boolean): Sql {
  if (!isFilled && (hasKinds || sortsByAddedColumn(query.sort)))
    return ofSellers('listings.*', `listings_v2 listings ${SELLERS}`, listedSql);
  if (!hasKinds) return listed(listedSql);
  return ofSellers(`listings.*, ${KIND}`, `listings ${SELLERS} ${KIND_JOINS}`, listedSql);
}

export interface Relation {
  readonly shared: Sql | null;
  readonly from: Sql;
  /** Those that `from` leaves to its reader. */
  readonly conditions: readonly Sql[];
}

const unscoped = (listedSql: string, wanted: Wanted, hasKinds: boolean): Relation => ({
  shared: null,
  from: listedFor(wanted, listedSql, hasKinds),
  conditions: stepConditions(wanted),
});

/** What words and seller choose is read once for all parts of a statement. */
function scoped(listedSql: string, wanted: Wanted, hasKinds: boolean): Relation {
  const conditions = allOf([...stepConditions(wanted), ...scopeConditions(wanted.scope)]);
  const columns = [
    'product_id, cell, created_at, msrp_cents, price_cents, percent_off',
    ...(hasKinds ? ['kind'] : []),
  ];
  const from = listedFor(wanted, listedSql, hasKinds);
  const found = sql`found as materialized (select ${columns.join()} from ${from} where ${conditions})`;
  return { shared: found, from: sql`found`, conditions: [] };
}

export interface Relations {
  readonly page: Relation;
  /** Has `kind` if facets are counted, and is then of any kind; else of the kinds wanted. */
  readonly counted: Relation;
}

export function relationsOf({ listedSql }: Pick<Sources, 'listedSql'>, wanted: Wanted): Relations {
  const { kinds, query } = wanted;
  const ofKinds = kindConditions(kinds);
  const withKinds = (relation: Relation) => ({
    ...relation,
    conditions: [...relation.conditions, ...ofKinds],
  });
  const hasKinds = query.facets === true || kinds !== null;
  const counted = (wanted.scope ? scoped : unscoped)(listedSql, wanted, hasKinds);
  // Without a scope the parts share nothing, and a page needs no kinds where any will do.
  const page = wanted.scope ? counted : unscoped(listedSql, wanted, kinds !== null);
  return { page: withKinds(page), counted: query.facets ? counted : withKinds(counted) };
}

export const withShared = ({ shared }: Relation, body: Sql): Sql =>
  shared ? sql`with ${shared} ${body}` : body;
