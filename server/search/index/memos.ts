import { createLru } from '../../cache/lru';
import { memoByVersion, type Versioned } from '../../cache/versioned';
import { blockFilters } from './block-masks';
import { facetMasks } from './facets';
import type { Matches } from './match';

const MAX_LISTS = 16;

/** Results computed from one index, discarded with it. Masks are compared by identity. */
export const createMemos = () => ({
  facetMask: facetMasks(),
  blockFilter: blockFilters(),
  counts: memoByVersion<Uint8Array, Int32Array>(),
  curatedCounts: memoByVersion<Uint8Array, Int32Array>(),
  /** By the list of ids that a text or a seller matched. */
  listMatches: createLru<Int32Array, Versioned<Matches>>({ max: MAX_LISTS }),
});
