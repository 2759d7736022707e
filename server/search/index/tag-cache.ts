import type { Db } from '../../../db/connection';
import { createLru } from '../../cache/lru';
import { type Versioned, valueAt } from '../../cache/versioned';
import { productsTagged } from '../text';
import type { ListingIndex } from './listing-index';

const MAX_LISTS = 64;
const MAX_IDS = 500_000;

/** Caches tagged products until any tag changes. */
export class TagMatchCache {
  private readonly lists = createLru<string, Versioned<Int32Array>>({
    max: MAX_LISTS,
    maxSize: MAX_IDS,
    sizeOf: ({ value }) => value.length,
  });

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  /** Returns null if the database must be queried. */
  cached(tags: readonly string[]): Int32Array | null {
    return valueAt(this.lists.get(JSON.stringify(tags)), [this.index.tagsVersion]) ?? null;
  }

  async query(tags: readonly string[]): Promise<Int32Array> {
    // Read before the query, which sees at least these tags.
    const versions = [this.index.tagsVersion];
    const value = await productsTagged(this.db, tags);
    this.lists.set(JSON.stringify(tags), { versions, value });
    return value;
  }
}
