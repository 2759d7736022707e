import type { Knex } from 'knex';

export const idsOf = <Id>(rows: readonly { readonly id: Id }[]): Id[] => rows.map(({ id }) => id);

/** The rows of each key, in their order. */
export function groupRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): (key: number) => readonly Row[] {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return (key) => groups.get(key) ?? [];
}

export async function countRows(query: Knex.QueryBuilder): Promise<number> {
  const [counted] = (await query.count('* as n')) as { n: bigint }[];
  return Number(counted?.n ?? 0);
}
