import type { Bitmap } from './id-collection';

/** A match is in `within` (if any), and in one of the cells or among the extras. */
export interface Test {
  readonly within: Bitmap | null;
  readonly cells: Uint8Array | null;
  readonly extras: Bitmap | null;
}

/** Valid until the index changes. */
export interface Matches {
  readonly count: number;
  readonly categoryCounts: Int32Array;
  readonly test: Test;
  readonly each: (visit: (id: number) => void) => void;
  /** How many ids `each` visits. */
  readonly looks: number;
}
