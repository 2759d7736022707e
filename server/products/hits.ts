import type { Db } from '../../db/connection';
import type { ListingIndex } from './listing-index';
import { productsWith, type Words } from './text-search';

interface Hits {
  readonly index: ListingIndex;
  /** Everything the index knew then, the ids know. */
  readonly version: number;
  readonly ids: Int32Array;
}

/** Ids kept in all, four bytes each. */
const MOST_IDS = 2_000_000;
/** Looked at one by one; beyond it all is asked for anew. */
const MOST_CHANGED = 2_000;

/**
 * The products that the words and sellers of the last searches found, for their next page or another filter. What was touched since
 * is asked about again before they are used, so they are as right as if all had been asked for.
 */
export class HitsMemory {
  private readonly hits = new Map<string, Hits>();
  private size = 0;

  /** `known` is the index before, `fresh` the one that is being brought up to date for this very search. */
  async find(
    db: Db,
    words: Words | null,
    sellerId: number | null,
    known: ListingIndex | null,
    fresh: Promise<ListingIndex>,
  ): Promise<Int32Array> {
    const key = JSON.stringify([words?.name, words?.description, sellerId]);
    const before = this.hits.get(key);
    // What is asked for from now on sees at least what the index knows now.
    const version = known?.version ?? 0;
    if (!before || before.index !== known) {
      const ids = await productsWith(db, words, sellerId);
      if (known) this.keep(key, { index: known, version, ids });
      return ids;
    }
    const index = await fresh;
    const changed = before.index === index ? index.changedSince(before.version) : null;
    if (changed?.size === 0) return before.ids;
    const now = index.version;
    if (!changed || changed.size > MOST_CHANGED) {
      const ids = await productsWith(db, words, sellerId);
      this.keep(key, { index, version: now, ids });
      return ids;
    }
    const again = await productsWith(db, words, sellerId, [...changed]);
    const ids = Int32Array.from([...before.ids.filter((id) => !changed.has(id)), ...again]);
    this.keep(key, { index, version: now, ids });
    return ids;
  }

  private keep(key: string, hits: Hits) {
    this.forget(key);
    this.hits.set(key, hits);
    this.size += hits.ids.length;
    for (const oldest of this.hits.keys()) {
      if (this.size <= MOST_IDS) break;
      this.forget(oldest);
    }
  }

  private forget(key: string) {
    this.size -= this.hits.get(key)?.ids.length ?? 0;
    this.hits.delete(key);
  }
}

const memories = new WeakMap<Db, HitsMemory>();

export function hitsOf(db: Db): HitsMemory {
  const memory = memories.get(db) ?? new HitsMemory();
  memories.set(db, memory);
  return memory;
}
