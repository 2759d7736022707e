import type { Knex } from 'knex';
import { ledgerStatements } from '../ledger/check';
import type { Services } from '../services';
import { derivedChecks } from './derived-statements';
import { type CheckResult, type Finding, MAX_FINDINGS, type SqlCheck } from './finding';
import { checkNextIds } from './next-ids';
import { tradeChecks } from './statements';
import { upkeepChecks } from './upkeep-statements';
import { checkUploads } from './uploads';

const LEDGER: SqlCheck = {
  name: 'payout-ledger',
  meaning: 'The ledger differs from orders, refunds or payouts',
  remedy: 'Read docs/operations.md on the ledger, and correct it by a transaction of its own.',
  sql: ledgerStatements
    .map((sql) => `select subject, problem as detail from (${sql}) entries`)
    .join('\nunion all\n'),
};

const sqlChecks: readonly SqlCheck[] = [...tradeChecks, ...derivedChecks, LEDGER, ...upkeepChecks];

async function runSqlCheck(tx: Knex, { sql, ...check }: SqlCheck): Promise<CheckResult> {
  const { rows } = await tx.raw<{ rows: (Finding & { total: number })[] }>(
    `select subject, detail, (count(*) over ())::int as total from (${sql}) found order by subject, detail
      limit ${MAX_FINDINGS}`,
  );
  const findings = rows.map(({ subject, detail }) => ({ subject, detail }));
  return { ...check, total: rows[0]?.total ?? 0, findings };
}

/** One snapshot of the replica, if there is one, so trade going on causes no findings. `only` names the checks to run. */
export async function runChecks(
  { replica, store }: Pick<Services, 'replica' | 'store'>,
  only?: readonly string[],
): Promise<CheckResult[]> {
  const chosen = (name: string) => !only || only.includes(name);
  const tx = await replica.db().transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const results: CheckResult[] = [];
    for (const check of sqlChecks) if (chosen(check.name)) results.push(await runSqlCheck(tx, check));
    if (chosen('next-ids')) results.push(await checkNextIds(tx));
    if (chosen('uploads')) results.push(await checkUploads(tx, store));
    return results;
  } finally {
    await tx.rollback();
  }
}
