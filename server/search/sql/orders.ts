import { PER_PAGE, type Sort } from '../contract';
import { SORT_ORDERS } from '../index/pages';
import type { ParsedQuery, Place } from '../query';
import { allOf, bound, type Sql, sql } from './fragments';

/** A moment in a cursor: microseconds since 2000, as in PostgreSQL's binary format. */
const MICROSECONDS = '(extract(epoch from created_at) * 1000000 - 946684800000000)::bigint';

const COLUMNS = {
  createdAt: 'created_at',
  msrp: 'msrp_cents',
  price: 'price_cents',
  percentOff: 'percent_off',
} as const;

function orderOf(sort: Sort) {
  const [column, direction] = SORT_ORDERS[sort];
  return { column: COLUMNS[column], isAscending: direction === 1 };
}

/** Whether the column was added to earlier listings, which may not have it yet. */
export const sortsByAddedColumn = (sort: Sort) =>
  ['price_cents', 'percent_off'].includes(orderOf(sort).column);

function placeColumns(sort: Sort) {
  const { column } = orderOf(sort);
  return `array[product_id::text, ${column === 'created_at' ? MICROSECONDS : column}::text] as place`;
}

export const placeOf = ([id, key]: readonly string[]): Place => ({ id: Number(id), key: Number(key) });

const keyValue = (column: string, key: number) =>
  column === 'created_at'
    ? sql`timestamptz '2000-01-01 00:00:00+00' + ${bound(key)}::double precision * interval '1 microsecond'`
    : sql`${bound(key)}::bigint`;

function after(sort: Sort, { key, id }: Place): Sql {
  const { column, isAscending } = orderOf(sort);
  return sql`(${column}, product_id) ${isAscending ? '>' : '<'} (${keyValue(column, key)}, ${bound(id)}::bigint)`;
}

export const listedAfter = ({ key, id }: Place): Sql =>
  sql`(created_at, product_id) > (${keyValue('created_at', key)}, ${bound(id)}::bigint)`;

function inOrder(sort: Sort, isBackward = false) {
  const { column, isAscending } = orderOf(sort);
  const way = isAscending === isBackward ? 'desc' : 'asc';
  return `order by ${column} ${way}, product_id ${way}`;
}

export interface Stretch {
  readonly offset: number;
  readonly limit: number;
  readonly isBackward: boolean;
}

const pageFrom = ({ start }: ParsedQuery): Stretch => ({
  offset: 'offset' in start ? start.offset : 0,
  limit: PER_PAGE + 1,
  isBackward: false,
});

export function nearestStretch(parsed: ParsedQuery, count: number): Stretch {
  const { offset, limit, isBackward } = pageFrom(parsed);
  const end = Math.min(offset + limit, count);
  if ('key' in parsed.start || count - end >= offset) return { offset, limit, isBackward };
  return { offset: count - end, limit: Math.max(end - offset, 0), isBackward: true };
}

/** The places of a stretch, a page and one more listing by default. In order, unless it is backward. */
export function pageSql(
  parsed: ParsedQuery,
  from: Sql,
  conditions: readonly Sql[],
  { offset, limit, isBackward }: Stretch = pageFrom(parsed),
): Sql {
  const { query, start } = parsed;
  const all = allOf([...conditions, ...('offset' in start ? [] : [after(query.sort, start)])]);
  // Keys become texts outside, or PostgreSQL would make those of the rows before the offset, too.
  return sql`select ${placeColumns(query.sort)} from (
    select product_id, ${orderOf(query.sort).column} from ${from} where ${all} ${inOrder(query.sort, isBackward)}
    limit ${limit} offset ${offset}) page`;
}

export const newestSql = (from: Sql): Sql =>
  sql`select ${placeColumns('newest')} from ${from} ${inOrder('newest')} limit 1`;
