import type { Knex } from 'knex';
import { pageOf } from '../../db/page';
import { STAFF_ROWS_PER_PAGE } from '../contract/limits';
import { type StuckAge, type StuckCount, type StuckPage, type StuckRow, stuckAges } from './stuck/contract';
import { KINDS } from './stuck/kinds';

const AGES = Object.keys(stuckAges) as StuckAge[];

/** SQL; a time to come counts as the youngest age. */
function ageCondition(since: string, age: StuckAge): string {
  const { from, to } = stuckAges[age];
  const start = from > 0 ? [`${since} < now() - interval '${from} days'`] : [];
  const end = to === null ? [] : [`${since} >= now() - interval '${to} days'`];
  return [...start, ...end].join(' and ');
}

/** Each count reads a partial index. */
export async function stuckCounts(db: Knex): Promise<StuckCount[]> {
  const kinds = Object.entries(KINDS);
  const counts = kinds.map(([, { table, where, since }], index) => {
    const ages = AGES.map((age) => `count(*) filter (where ${ageCondition(since, age)})::int as "${age}"`);
    return `select ${index} as place, ${ages.join(', ')} from ${table} where ${where}`;
  });
  const { rows } = await db.raw<{ rows: ({ place: number } & StuckCount['ages'])[] }>(
    counts.join(' union all '),
  );
  const byPlace = new Map(rows.map(({ place, ...ages }) => [place, ages]));
  return kinds.map(([kind, { group, label }], place) => {
    const ages = byPlace.get(place) ?? NO_ROWS;
    return { kind, group, label, count: Object.values(ages).reduce((sum, n) => sum + n, 0), ages };
  });
}

const NO_ROWS: StuckCount['ages'] = {
  'under-1-day': 0,
  '1-to-3-days': 0,
  '3-to-7-days': 0,
  'over-7-days': 0,
};

interface StuckFilter {
  page: number;
  age?: StuckAge | null | undefined;
}

export async function stuckPage(
  db: Knex,
  kind: string,
  { page, age = null }: StuckFilter,
): Promise<StuckPage | null> {
  const found = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!found) return null;
  const { table, since, columns, amount = 'null', link, joins = '', group, label, advice } = found;
  const where = age ? `${found.where} and ${ageCondition(since, age)}` : found.where;
  const { limit, offset } = pageOf({ page, per: STAFF_ROWS_PER_PAGE });
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: (Omit<StuckRow, 'href' | 'since'> & { key: string | null; since: Date })[] }>(
      `select ${table}.id, ${columns}, (${amount})::bigint as amount_cents,
              (${link?.key ?? 'null'})::text as key, ${since} as since
         from ${table} ${joins} where ${where}
        order by ${since}, ${table}.id limit ${limit} offset ${offset}`,
    ),
    db.raw<{ rows: { n: number }[] }>(`select count(*)::int as n from ${table} where ${where}`),
  ]);
  return {
    kind,
    label: `${group}: ${label}`,
    advice,
    act: link?.act ?? null,
    age,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      detail: row.detail,
      href: link && row.key !== null ? link.path + row.key : null,
      amount_cents: row.amount_cents,
      since: row.since.toISOString(),
    })),
    total: counted.rows[0]?.n ?? 0,
    page,
  };
}
