import { groupKey } from '../parsing/problem-key';
import type { ClassifiedRow } from './classify';
import { MAX_SHARED_CHARACTERS, type PreviewProblem, type ProblemGroup } from './contract';

const MAX_GROUPS = 100;
const MAX_VALUES = 10;
const MAX_DISTINCT_VALUES = 2_000;

interface GroupCounter extends Omit<ProblemGroup, 'values'> {
  values: Map<string, number>;
}

const isCounted = (value: string, { values }: GroupCounter) =>
  values.has(value) || (value.length <= MAX_SHARED_CHARACTERS && values.size < MAX_DISTINCT_VALUES);

export class ProblemGroups {
  private readonly groups = new Map<string, GroupCounter>();

  add({ row, problems }: ClassifiedRow) {
    for (const problem of problems) {
      const group = this.groupOf(problem);
      if (!group) continue;
      group.count++;
      const value = problem.field ? (row.cells[problem.field] ?? '') : '';
      if (isCounted(value, group)) group.values.set(value, (group.values.get(value) ?? 0) + 1);
    }
  }

  private groupOf({ kind, field, column, message: words }: PreviewProblem): GroupCounter | null {
    const message = groupKey(words);
    const name = `${kind} ${column} ${message}`;
    const known = this.groups.get(name);
    if (known || this.groups.size >= MAX_GROUPS) return known ?? null;
    const group = { kind, field, column, message, count: 0, values: new Map<string, number>() };
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
