import { escapeLike } from '../../db/like';
import { pageOf } from '../../db/page';
import { Invalid } from '../http/errors';
import { parseNumber } from '../orders/number';
import type { Resource } from './contract';
import { type ContainsText, lists } from './lists';
import { readScope } from './scope';

export interface ListFilter {
  scope?: string | undefined;
  query?: string | undefined;
  kind?: 'buyer' | 'seller' | undefined;
  /** Days in UTC, inclusive: `2026-01-31`. */
  from?: string | undefined;
  to?: string | undefined;
  sort?: string | undefined;
  dir?: 'asc' | 'desc' | undefined;
  page?: number | undefined;
  per?: number | undefined;
}

interface Statement {
  readonly sql: string;
  readonly bindings: Record<string, unknown>;
}

/** Shorter texts have no trigram but the one at the beginning of a word. */
const MIN_TRIGRAM_LENGTH = 3;

/** Finds text anywhere; one or two letters only at the beginning of a word. */
function textCondition(query: string): { has: ContainsText; bindings: Record<string, string> } {
  const text = escapeLike(query.trim());
  if (query.trim().length >= MIN_TRIGRAM_LENGTH)
    return { has: (column) => `${column} ilike :words`, bindings: { words: `%${text}%` } };
  return {
    has: (column) => `(${column} ilike :first_word or ${column} ilike :later_word)`,
    bindings: { first_word: `${text}%`, later_word: `% ${text}%` },
  };
}

const DAYS = {
  from: `t.created_at >= cast(:from as date)::timestamp at time zone 'utc'`,
  to: `t.created_at < (cast(:to as date) + 1)::timestamp at time zone 'utc'`,
} as const;

const daysOf = ({ from, to }: ListFilter) => ({ ...(from && { from }), ...(to && { to }) });

const isTallied = ({ scope, query }: ListFilter) => !scope && !query;

function conditionsOf(resource: Resource, filter: ListFilter) {
  const { scope, query, kind } = filter;
  const list = lists[resource];
  const scoped = readScope(resource, scope);
  const days = daysOf(filter);
  const narrowing = scoped.map(({ sql }) => sql);
  const bindings: Record<string, unknown> = Object.assign(
    {},
    days,
    ...scoped.map((condition) => condition.bindings),
  );
  if (query) {
    const { has, bindings: textBindings } = textCondition(query);
    narrowing.push(`t.id in (${list.search(has)})`);
    Object.assign(bindings, textBindings, { number: parseNumber(query) });
  }
  if (kind && resource === 'user') narrowing.push(`t.${kind}_id is not null`);
  const byDay = Object.keys(days).map((name) => DAYS[name as keyof typeof DAYS]);
  return {
    where: [list.where, ...byDay, ...narrowing].join(' and '),
    bindings,
    byDaysAlone: narrowing.length === 0,
  };
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

function orderOf(resource: Resource, { sort, dir }: ListFilter, flipped = false) {
  const { sorts, sort: defaultSort } = lists[resource];
  const name = sort ?? defaultSort;
  const key = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (!key) throw Invalid(`Unknown sort: ${name}`);
  const direction = dir ?? key.dir;
  const applied = flipped ? OPPOSITE[direction] : direction;
  const orderBy = (columns: readonly string[]) => columns.map((column) => `${column} ${applied}`).join(', ');
  return {
    join: key.join ?? '',
    by: orderBy([...key.by, 't.id']),
    alone: key.alone && { ...key.alone, by: orderBy([key.alone.by, key.alone.id]) },
  };
}

export function wholeList(resource: Resource, filter: ListFilter): Statement {
  const list = lists[resource];
  const { where, bindings } = conditionsOf(resource, filter);
  const { join, by } = orderOf(resource, filter);
  return {
    sql: `select ${list.columns} from ${list.table} t ${list.joins} ${join} where ${where} order by ${by}`,
    bindings,
  };
}

/** Counts the filtered list. `cheap` without a text or scope: then the tallies answer. */
export function countOf(resource: Resource, filter: ListFilter): Statement & { readonly cheap: boolean } {
  const { table } = lists[resource];
  if (!isTallied(filter)) {
    const { where, bindings } = conditionsOf(resource, filter);
    return { cheap: false, sql: `select count(*)::int as n from ${table} t where ${where}`, bindings };
  }
  const where = ['true', ...tallyConditions(resource, filter)].join(' and ');
  const sql = `select coalesce(sum(n), 0)::int as n from tallied('${table}') where ${where}`;
  return { cheap: true, sql, bindings: daysOf(filter) };
}

function tallyConditions(resource: Resource, filter: ListFilter): string[] {
  const { from, to } = daysOf(filter);
  return [
    ...(from ? ['day >= cast(:from as date)'] : []),
    ...(to ? ['day <= cast(:to as date)'] : []),
    ...(filter.kind && resource === 'user' ? [`kind like '${filter.kind} %'`] : []),
  ];
}

export function totalsOf(
  resource: Resource,
  filter: ListFilter,
  { columns, join }: { columns: string; join: string },
): Statement {
  const { where, bindings } = conditionsOf(resource, filter);
  return { sql: `select ${columns} from ${lists[resource].table} t ${join} where ${where}`, bindings };
}

/** Sorts ids only, then joins the rest. Pages past the middle are read from the end when the total is known. */
export function onePage(
  resource: Resource,
  filter: ListFilter & { page: number; per: number },
  total: number | null,
): Statement {
  const list = lists[resource];
  const { where, bindings, byDaysAlone } = conditionsOf(resource, filter);
  const { limit, offset } = pageOf(filter);
  const rows = total === null ? limit : Math.max(0, Math.min(limit, total - offset));
  const flipped = total !== null && rows > 0 && offset > total / 2;
  const { join, by, alone } = orderOf(resource, filter, flipped);
  const sorted =
    alone && byDaysAlone
      ? `select ${alone.id} as id from ${alone.table} t where ${where} order by ${alone.by}`
      : `select t.id from ${list.table} t ${join} where ${where} order by ${by}`;
  const from = flipped ? total - offset - rows : offset;
  return { sql: rowsOf(list, `${sorted} limit ${rows} offset ${from}`, flipped ? 'desc' : 'asc'), bindings };
}

const rowsOf = (
  { columns, table, joins }: (typeof lists)[Resource],
  ids: string,
  direction: 'asc' | 'desc',
) =>
  `select ${columns} from (
     select id, row_number() over () as place from (${ids}) sorted
   ) picked join ${table} t on t.id = picked.id ${joins}
   order by place ${direction}`;
