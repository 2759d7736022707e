import type { Db } from '../../../db/connection';
import { productsWith, type Words } from '../text';
import { Bitmap } from './bitmap';
import { decodeIds, type IdCollection, unpackedList } from './id-encoding';
import type { ListingIndex } from './listing-index';

interface CachedMatches {
  /** The index version that the ids include. */
  readonly version: number;
  readonly ids: Promise<IdCollection>;
  /** Null while loading. */
  found: IdCollection | null;
}

/** About forty bitmaps, or thousands of short lists. */
const MAX_BYTES = 10_000_000;
const ENTRY_BYTES = 500;
/** Beyond so many changed ids the whole query runs again. */
const MAX_CHANGED = 2_000;

/** Filters that only the database can answer. */
export interface Scope {
  readonly words: Words | null;
  readonly sellerId: number | null;
}

const keyOf = ({ words, sellerId }: Scope) => JSON.stringify([words?.name, words?.description, sellerId]);
const bytesOf = ({ found }: CachedMatches) =>
  ENTRY_BYTES + (found instanceof Bitmap ? found.bytes : (found?.byteLength ?? 0));

/**
 * Caches the products that recent words and sellers matched. Before reuse, only products changed since are queried
 * again; concurrent callers share one query.
 */
class TextMatchCache {
  private readonly hits = new Map<string, CachedMatches>();
  private size = 0;

  constructor(private readonly index: ListingIndex) {}

  /** Returns null if the database must be queried. */
  recall(scope: Scope): IdCollection | null {
    const hits = this.hits.get(keyOf(scope));
    return hits?.version === this.index.version ? hits.found : null;
  }

  has(scope: Scope): boolean {
    return this.hits.has(keyOf(scope));
  }

  // The query sees at least the current index version.
  ask(db: Db, scope: Scope): Promise<IdCollection> {
    return this.keep(
      scope,
      productsWith(db, scope).then((blocks) => decodeIds(blocks, this.index.capacity)),
    );
  }

  /** As of the current index version or later. */
  upToDate(db: Db, scope: Scope): Promise<IdCollection> {
    const before = this.hits.get(keyOf(scope));
    const changed = before ? this.index.changedSince(before.version) : null;
    if (!before || !changed || changed.size > MAX_CHANGED) return this.ask(db, scope);
    if (changed.size > 0) return this.askAgain(db, scope, before, [...changed]);
    this.keepLongest(keyOf(scope), before);
    return before.ids;
  }

  private askAgain(db: Db, scope: Scope, before: CachedMatches, changed: number[]): Promise<IdCollection> {
    const asked = Promise.all([before.ids, productsWith(db, scope, changed)]).then(([ids, blocks]) => {
      const more = unpackedList(blocks);
      if (ids instanceof Bitmap) return ids.changed(changed, more, this.index.capacity);
      const gone = new Set(changed);
      return Int32Array.from([...ids.filter((id) => !gone.has(id)), ...more]);
    });
    return this.keep(scope, asked);
  }

  private keep(scope: Scope, ids: Promise<IdCollection>): Promise<IdCollection> {
    const key = keyOf(scope);
    const hits: CachedMatches = { version: this.index.version, ids, found: null };
    this.keepLongest(key, hits);
    ids.then(
      (found) => {
        if (this.hits.get(key) !== hits) return;
        this.forget(key);
        hits.found = found;
        this.keepLongest(key, hits);
      },
      // The caller gets the error through `ids`.
      () => this.hits.get(key) === hits && this.forget(key),
    );
    return ids;
  }

  private keepLongest(key: string, hits: CachedMatches) {
    this.forget(key);
    this.hits.set(key, hits);
    this.size += bytesOf(hits);
    for (const oldest of this.hits.keys()) {
      if (this.size <= MAX_BYTES) break;
      this.forget(oldest);
    }
  }

  private forget(key: string) {
    const hits = this.hits.get(key);
    if (hits) this.size -= bytesOf(hits);
    this.hits.delete(key);
  }
}

const memories = new WeakMap<ListingIndex, TextMatchCache>();

function hitsOf(index: ListingIndex): TextMatchCache {
  const memory = memories.get(index) ?? new TextMatchCache(index);
  memories.set(index, memory);
  return memory;
}

/** Returns null if the database must be queried. */
export const cachedTextMatches = (known: ListingIndex, scope: Scope): IdCollection | null =>
  hitsOf(known).recall(scope);

/** `known` is the index as last read, `fresh` the one being updated for this search. */
export async function textMatches(
  db: Db,
  scope: Scope,
  known: ListingIndex | null,
  fresh: Promise<ListingIndex>,
): Promise<IdCollection> {
  if (known && !hitsOf(known).has(scope)) return hitsOf(known).ask(db, scope);
  return hitsOf(await fresh).upToDate(db, scope);
}
