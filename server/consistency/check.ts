import type { Knex } from 'knex';
import { ledgerStatements } from '../ledger/check';
import type { Services } from '../services';
import { derivedChecks } from './derived-statements';
import { atOnce, type CheckResult, type SqlCheck } from './finding';
import { checkNextIds } from './next-ids';
import { runSqlCheck } from './run-sql-check';
import { tradeChecks } from './statements';
import { upkeepChecks } from './upkeep-statements';
import { checkUploads } from './uploads';

const LEDGER: SqlCheck = {
  name: 'payout-ledger',
  meaning: 'The ledger differs from orders, refunds or payouts',
  remedy: 'Read docs/operations.md on the ledger, and correct it by a transaction of its own.',
  statements: ledgerStatements.map((sql) =>
    atOnce(`select subject, problem as detail from (${sql}) entries`),
  ),
};

const sqlChecks: readonly SqlCheck[] = [...tradeChecks, ...derivedChecks, LEDGER, ...upkeepChecks];

type Names = readonly string[] | undefined;

/** One snapshot, so that trade going on causes no findings, and one statement at a time. */
async function checkSnapshot(db: Knex, store: Services['store'], only: Names): Promise<CheckResult[]> {
  const chosen = (name: string) => !only || only.includes(name);
  const tx = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
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

/** On the replica if it is usable, again on the primary if its replay cancels the snapshot. `only` names the checks. */
export async function runChecks(
  { db, replica, store, log }: Pick<Services, 'db' | 'replica' | 'store' | 'log'>,
  only?: readonly string[],
): Promise<CheckResult[]> {
  const chosen = replica.db();
  try {
    return await checkSnapshot(chosen, store, only);
  } catch (err) {
    if (chosen === db) throw err;
    log.warn({ err }, 'the check failed on the replica: it runs again on the primary');
    return checkSnapshot(db, store, only);
  }
}
