import type { ImportIssueRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { MAX_ROWS_PER_PROBLEM, ProblemLimit } from './problem-limit';
import { textOf } from './problem-texts';
import type { ClassifiedRow, RowProblem } from './row-outcome';
import { headingOf } from './rules';

type Kind = ImportIssueRow['kind'];

/** Those of incomplete products are stored with the products; questions are asked before an import. */
const STORED_KINDS: Partial<Record<RowProblem['kind'], Kind>> = { refused: 'rejected', warning: 'warning' };

/** Stores the first rows of each problem and counts all: of refused rows only why they are. Requires a lock on the import's row. */
export async function storeIssues(tx: Tx, importId: number, rows: readonly ClassifiedRow[]): Promise<void> {
  const issues = rows.flatMap(({ row: { line }, status, problems }) =>
    problems.flatMap(({ kind, ...one }) => {
      const stored = status === 'refused' && kind !== 'refused' ? undefined : STORED_KINDS[kind];
      return stored ? [{ ...one, line, kind: stored }] : [];
    }),
  );
  if (issues.length === 0) return;
  const counts = await tx('import_issue_counts').where({ import_id: importId }).select('problem', 'count');
  const limit = new ProblemLimit(counts.map(({ problem, count }) => [problem, count]));
  const first = issues.filter((issue) => limit.add(issue));
  const inserts = first.map(({ line, kind, field, value, problem }) => ({
    import_id: importId,
    line,
    kind,
    column_name: headingOf(field),
    value,
    message: textOf(problem),
  }));
  if (inserts.length > 0) await tx.batchInsert('import_issues', inserts, 1_000);
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
