import type { Problem } from './problem-texts';

/** Further rows with the same problem are counted, not stored. */
export const MAX_ROWS_PER_PROBLEM = 1_000;

interface Place {
  kind: string;
  field: string;
  problem: Problem;
}

/** Problems are the same by their code, whatever the value. */
export const problemName = ({ kind, field, problem: { code } }: Place) => `${kind} ${field} ${code}`;

export class ProblemLimit {
  readonly counts: Map<string, number>;

  constructor(counts: Iterable<readonly [string, number]> = []) {
    this.counts = new Map(counts);
  }

  add(place: Place): boolean {
    const name = problemName(place);
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    return count <= MAX_ROWS_PER_PROBLEM;
  }
}
