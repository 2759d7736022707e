import type { Db } from '../../../db/connection';
import type { KindFilter } from '../index/conditions-and-regions';
import type { ParsedQuery } from '../query';
import { kindConditions, scopeConditions, stepConditions } from './conditions';
import { allOf, joined, type Sql, sql } from './fragments';
import { sortsByAddedColumn } from './orders';

export interface Sources {
  readonly db: Db;
  readonly listedSql: string;
}

/** A query with its conditions and regions, null where any will do. */
export interface Wanted extends ParsedQuery {
  readonly kinds: KindFilter | null;
  /** Whether every listing has the columns that were added, so that the table serves for the view. */
  readonly isFilled: boolean;
}

/** All listings. Only the view knows their kinds, and reads addresses for them. */
export const listed = (listedSql: string, hasKinds: boolean): Sql =>
  sql`(select listings.* from ${hasKinds ? 'listings_v2' : 'listings'} listings
    join sellers on sellers.id = listings.seller_id where ${listedSql}) listed`;

export interface Relation {
  /** Common table expressions that it needs. */
  readonly shared: readonly Sql[];
  readonly from: Sql;
  /** Those that `from` leaves to its reader. */
  readonly conditions: readonly Sql[];
}

const needsView = ({ isFilled, query }: Wanted) => !isFilled && sortsByAddedColumn(query.sort);

/** What the steps pass, words and seller apart. */
const unscoped = (listedSql: string, wanted: Wanted, hasKinds: boolean): Relation => ({
  shared: [],
  from: listed(listedSql, hasKinds || needsView(wanted)),
  conditions: stepConditions(wanted),
});

/** What words and seller choose is read once for all parts of a statement. */
function scoped(listedSql: string, wanted: Wanted, hasKinds: boolean): Relation {
  const conditions = allOf([...stepConditions(wanted), ...scopeConditions(wanted.scope)]);
  const columns = [
    'product_id, cell, created_at, msrp_cents, price_cents, percent_off',
    ...(hasKinds ? ['kind'] : []),
  ];
  const from = listed(listedSql, hasKinds || needsView(wanted));
  const found = sql`found as materialized (select ${columns.join()} from ${from} where ${conditions})`;
  return { shared: [found], from: sql`found`, conditions: [] };
}

export interface Relations {
  readonly page: Relation;
  /** Has `kind` if facets are counted, and is then of any kind; else of the kinds wanted. */
  readonly counted: Relation;
}

/** With what steps, words, seller, conditions and regions pass. */
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

export const withShared = (shared: readonly Sql[], body: Sql): Sql =>
  shared.length === 0 ? body : sql`with ${joined(shared, ', ')} ${body}`;
