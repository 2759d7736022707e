import type { Db } from '../../../db/connection';
import { productsTagged } from '../text';
import type { ListingIndex } from './listing-index';

interface Tagged {
  /** Every change of tags that the index knew of then, the ids know. */
  readonly version: number;
  readonly ids: Int32Array;
}

const MAX_REMEMBERED = 64;
const MAX_IDS = 500_000;

/** Which products carry the tags that were asked for last, until the index tells that somebody has tagged something. */
class TagMatchCache {
  private readonly lists = new Map<string, Tagged>();
  private size = 0;

  constructor(private readonly index: ListingIndex) {}

  /** Null where the database has to be asked. */
  recall(tags: readonly string[]): Int32Array | null {
    const before = this.lists.get(JSON.stringify(tags));
    return before?.version === this.index.tagsVersion ? before.ids : null;
  }

  // What is asked for from now on sees at least what the index knows now.
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

// With the index that they belong to they are forgotten.
const memories = new WeakMap<ListingIndex, TagMatchCache>();

function tagsOf(index: ListingIndex): TagMatchCache {
  const memory = memories.get(index) ?? new TagMatchCache(index);
  memories.set(index, memory);
  return memory;
}

/** As of the index known; null where the database has to be asked. */
export const cachedTagMatches = (known: ListingIndex, tags: readonly string[]): Int32Array | null =>
  tagsOf(known).recall(tags);

/** `known` is the index before, `fresh` the one that is being brought up to date for this very search. */
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
