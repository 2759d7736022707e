import type { SellerName } from '../contract';
import type { CellFilter } from './cells';
import type { KindFilter } from './conditions-and-regions';
import type { IdCollection } from './id-collection';
import type { Block } from './sorted-ids';

/** Per category, in the order of the cells: the products that staff tagged into it. */
export type Curated = readonly Int32Array[];

/** What the database found; null where nothing of the kind is asked. */
export interface Found {
  readonly inScope: IdCollection | null;
  /** Sellers whose names hold all words. */
  readonly named: readonly SellerName[];
  readonly categories: readonly string[];
  readonly staffTagged: Int32Array | null;
  readonly curated: Curated;
}

interface Counts {
  readonly count: number;
  readonly categoryCounts: Int32Array;
}

/** A match is in `within` (if any) and passes both filters, or is among those that staff's tags add. Valid until the index changes. */
export interface Matches extends Counts {
  readonly withoutTags: Counts;
  /** Of any condition and region. */
  readonly byKind: () => Int32Array;
  readonly within: IdCollection | null;
  readonly withinBits: () => Uint32Array | null;
  readonly cells: CellFilter;
  readonly kinds: KindFilter | null;
  /** Kept once asked for, which costs so many looks; for few. */
  readonly all: () => Int32Array;
  readonly looks: () => number;
  readonly added: readonly number[];
  readonly addedBits: () => Uint32Array | null;
  /** Matches in whole blocks, as far as scans have counted them. */
  readonly counted: Map<Block, number>;
}
