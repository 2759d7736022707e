import { problemName } from '../problem-limit';
import { groupTextOf, type ProblemCode } from '../problem-texts';
import type { ClassifiedRow, RowProblem } from '../row-outcome';
import { headingOf, isImportField } from '../rules';
import { MAX_SHARED_CHARACTERS, type ProblemGroup } from './contract';

const MAX_GROUPS = 100;
const MAX_VALUES = 10;
const MAX_DISTINCT_VALUES = 2_000;

interface GroupCounter extends Omit<ProblemGroup, 'values'> {
  values: Map<string, number>;
}

/** No other value of the file would change that. */
const TOO_LATE: readonly ProblemCode[] = ['set_after_count', 'sold_since_count'];

const isCounted = (value: string, { values }: GroupCounter) =>
  values.has(value) || (value.length <= MAX_SHARED_CHARACTERS && values.size < MAX_DISTINCT_VALUES);

export class ProblemGroups {
  private readonly groups = new Map<string, GroupCounter>();

  add({ row, problems }: ClassifiedRow) {
    for (const problem of problems) {
      const group = this.groupOf(problem);
      if (!group) continue;
      group.count++;
      if (TOO_LATE.includes(problem.problem.code)) continue;
      const value = group.field ? (row.cells[group.field] ?? '') : '';
      if (isCounted(value, group)) group.values.set(value, (group.values.get(value) ?? 0) + 1);
    }
  }

  private groupOf(one: RowProblem): GroupCounter | null {
    const name = problemName(one);
    const existing = this.groups.get(name);
    if (existing || this.groups.size >= MAX_GROUPS) return existing ?? null;
    const { kind, field } = one;
    const group = {
      kind,
      field: isImportField(field) ? field : null,
      column: headingOf(field),
      message: groupTextOf(one.problem),
      count: 0,
      values: new Map<string, number>(),
    };
    this.groups.set(name, group);
    return group;
  }

  list(): ProblemGroup[] {
    const rank = { refused: 0, incomplete: 1, warning: 2, question: 3 } as const;
    return [...this.groups.values()]
      .sort((a, b) => rank[a.kind] - rank[b.kind] || b.count - a.count)
      .map((group) => ({
        ...group,
        values: [...group.values]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count)
          .slice(0, MAX_VALUES),
      }));
  }
}
