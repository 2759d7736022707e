import type { Knex } from 'knex';
import { type CheckResult, type Finding, MAX_FINDINGS, type SqlCheck, type Statement } from './finding';

const ROWS_PER_RANGE = 10_000;

// A type, because an interface has no index signature.
type IdRange = { first: number; last: number };

/** By rows, as ids may have large gaps. */
async function* idRanges(tx: Knex, { table, id }: NonNullable<Statement['over']>): AsyncGenerator<IdRange> {
  for (let after = 0; ; ) {
    const { rows } = await tx.raw<{ rows: { last: number | null }[] }>(
      `select max(${id})::int as last
         from (select ${id} from ${table} where ${id} > :after order by ${id} limit ${ROWS_PER_RANGE}) rows`,
      { after },
    );
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    yield { first: after + 1, last };
    after = last;
  }
}

type FoundRow = Finding & { total: number };

async function findIn(
  tx: Knex,
  sql: string,
  range: IdRange | Record<string, never> = {},
): Promise<FoundRow[]> {
  const { rows } = await tx.raw<{ rows: FoundRow[] }>(
    `select subject, detail, (count(*) over ())::int as total from (${sql}) found order by subject, detail
      limit ${MAX_FINDINGS}`,
    range,
  );
  return rows;
}

async function* findingsOf(tx: Knex, { sql, over }: Statement) {
  if (!over) yield await findIn(tx, sql);
  else for await (const range of idRanges(tx, over)) yield await findIn(tx, sql, range);
}

export async function runSqlCheck(
  tx: Knex,
  { statements, name, meaning, remedy }: SqlCheck,
): Promise<CheckResult> {
  const findings: Finding[] = [];
  let total = 0;
  for (const statement of statements)
    for await (const rows of findingsOf(tx, statement)) {
      total += rows[0]?.total ?? 0;
      const room = MAX_FINDINGS - findings.length;
      findings.push(...rows.slice(0, room).map(({ subject, detail }) => ({ subject, detail })));
    }
  return { name, meaning, remedy, total, findings };
}
