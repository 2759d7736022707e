import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import type { StuckCount, StuckPage, StuckRow } from './stuck/contract';
import { KINDS } from './stuck/kinds';

/** Each count reads a partial index. */
export async function stuckCounts(db: Knex): Promise<StuckCount[]> {
  const kinds = Object.entries(KINDS);
  const counts = kinds.map(
    ([, { table, where }], index) =>
      `select ${index} as place, count(*)::int as n from ${table} where ${where}`,
  );
  const { rows } = await db.raw<{ rows: { place: number; n: number }[] }>(counts.join(' union all '));
  const byPlace = new Map(rows.map(({ place, n }) => [place, n]));
  return kinds.map(([kind, { group, label }], place) => ({
    kind,
    group,
    label,
    count: byPlace.get(place) ?? 0,
  }));
}

export async function stuckPage(db: Knex, kind: string, page: number): Promise<StuckPage | null> {
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!found) return null;
  const { table, where, since, columns, link, joins = '', group, label, advice } = found;
  const { limit, offset } = pageOf({ page, per: STAFF_ROWS_PER_PAGE });
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: (Omit<StuckRow, 'href' | 'since'> & { key: string | null; since: Date })[] }>(
      `select ${table}.id, ${columns}, (${link?.key ?? 'null'})::text as key, ${since} as since
         from ${table} ${joins} where ${where}
        order by ${since}, ${table}.id limit ${limit} offset ${offset}`,
    ),
    db.raw<{ rows: { n: number }[] }>(`select count(*)::int as n from ${table} where ${where}`),
  ]);
  return {
    kind,
    label: `${group}: ${label}`,
    advice,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      detail: row.detail,
      href: link && row.key !== null ? link.path + row.key : null,
      since: row.since.toISOString(),
    })),
    total: counted.rows[0]?.n ?? 0,
    page,
  };
}
