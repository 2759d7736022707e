import { MAX_ROWS_PER_PROBLEM } from './contract';
import { groupKey } from './parsing/problem-key';

interface Problem {
  kind: string;
  column: string;
  message: string;
}

export class ProblemLimit {
  readonly counts: Map<string, number>;

  constructor(counts: Iterable<readonly [string, number]> = []) {
    this.counts = new Map(counts);
  }

  add({ kind, column, message }: Problem): boolean {
    const name = `${kind} ${column} ${groupKey(message)}`;
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count <= MAX_ROWS_PER_PROBLEM;
  }
}
