import type { ImportIssueRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { MAX_ROWS_PER_PROBLEM } from './contract';
import { ProblemLimit } from './problem-limit';

export type Issue = Omit<ImportIssueRow, 'id'>;

/** Stores the first rows of each problem and counts all. Requires a lock on the import's row. */
export async function storeIssues(tx: Tx, importId: number, issues: readonly Issue[]): Promise<void> {
  if (issues.length === 0) return;
  const stored = await tx('import_issue_counts').where({ import_id: importId }).select('problem', 'count');
  const limit = new ProblemLimit(stored.map(({ problem, count }) => [problem, count]));
  const accepted = issues.filter(({ kind, column_name, message }) =>
    limit.add({ kind, column: column_name, message }),
  );
  if (accepted.length > 0) await tx.batchInsert('import_issues', accepted, 1_000);
  await storeCounts(tx, importId, limit);
}

const storeCounts = (tx: Tx, importId: number, { counts }: ProblemLimit) =>
  tx('import_issue_counts')
    .insert([...counts].map(([problem, count]) => countRow(importId, problem, count)))
    .onConflict(['import_id', 'problem'])
    .merge(['count', 'stored']);

const countRow = (import_id: number, problem: string, count: number) => ({
  import_id,
  problem,
  kind: problem.startsWith('rejected ') ? ('rejected' as const) : ('warning' as const),
  count,
  stored: Math.min(count, MAX_ROWS_PER_PROBLEM),
});
