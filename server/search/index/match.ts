import type { Bitmap } from './columns';
import type { KindFilter } from './conditions-and-regions';

/** A match is in `within` (if any), and in one of the cells or among the extras. */
export interface Test {
  readonly within: Bitmap | null;
  readonly cells: Uint8Array | null;
  readonly extras: Bitmap | null;
  /** The conditions and regions that everything in `within` has; null where any will do. */
  readonly kinds: KindFilter | null;
}

/** Valid until the index changes. */
export interface Matches {
  readonly count: number;
  readonly categoryCounts: Int32Array;
  readonly test: Test;
  readonly extras: ReadonlySet<number>;
  readonly each: (visit: (id: number) => void) => void;
  /** How many ids `each` visits. */
  readonly looks: number;
}
