import type { Db } from '../../../db/connection';
import { productsTagged } from '../text';
import type { ListingIndex } from './listing-index';

interface Tagged {
  /** The tags version that the ids include. */
  readonly version: number;
  readonly ids: Int32Array;
}

const MAX_REMEMBERED = 64;
const MAX_IDS = 500_000;

/** Caches tagged products until any tag changes. */
class TagMatchCache {
  private readonly lists = new Map<string, Tagged>();
  private size = 0;

  constructor(private readonly index: ListingIndex) {}

  /** Returns null if the database must be queried. */
  recall(tags: readonly string[]): Int32Array | null {
    const before = this.lists.get(JSON.stringify(tags));
    return before?.version === this.index.tagsVersion ? before.ids : null;
  }

  // Read before the query, which sees at least these tags.
  async ask(db: Db, tags: readonly string[]): Promise<Int32Array> {
    const version = this.index.tagsVersion;
    const ids = await productsTagged(db, tags);
    this.keep(JSON.stringify(tags), { version, ids });
    return ids;
  }

  private keep(key: string, tagged: Tagged) {
    this.forget(key);
    this.lists.set(key, tagged);
    this.size += tagged.ids.length;
    for (const oldest of this.lists.keys()) {
      if (this.lists.size <= MAX_REMEMBERED && this.size <= MAX_IDS) break;
      this.forget(oldest);
    }
  }

  private forget(key: string) {
    this.size -= this.lists.get(key)?.ids.length ?? 0;
    this.lists.delete(key);
  }
}

const memories = new WeakMap<ListingIndex, TagMatchCache>();

function tagsOf(index: ListingIndex): TagMatchCache {
  const memory = memories.get(index) ?? new TagMatchCache(index);
  memories.set(index, memory);
  return memory;
}

/** Returns null if the database must be queried. */
export const cachedTagMatches = (known: ListingIndex, tags: readonly string[]): Int32Array | null =>
  tagsOf(known).recall(tags);

/** `known` is the index as last read, `fresh` the one being updated for this search. */
export async function findTagged(
  db: Db,
  tags: readonly string[],
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<Int32Array> {
  if (known && !tagsOf(known).recall(tags)) return tagsOf(known).ask(db, tags);
  const memory = tagsOf(await fresh);
  return memory.recall(tags) ?? memory.ask(db, tags);
}
