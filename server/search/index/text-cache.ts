import type { Db } from '../../../db/connection';
import { createLru } from '../../cache/lru';
import { productsWith, type Words } from '../text';
import { Bitmap } from './bitmap';
import { decodeIds, type IdCollection, unpackedList } from './id-encoding';
import type { ListingIndex } from './listing-index';

interface CachedMatches {
  /** The index version that the ids include. */
  readonly version: number;
  readonly ids: Promise<IdCollection>;
  /** Null while loading. */
  readonly loaded: IdCollection | null;
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
const bytesOf = ({ loaded }: CachedMatches) =>
  ENTRY_BYTES + (loaded instanceof Bitmap ? loaded.bytes : (loaded?.byteLength ?? 0));

/**
 * Caches the products that recent words and sellers matched. Before reuse, only products changed since are queried
 * again; concurrent callers share one query.
 */
export class TextMatchCache {
  private readonly entries = createLru<string, CachedMatches>({ maxSize: MAX_BYTES, sizeOf: bytesOf });

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  /** Returns null if the database must be queried. */
  cached(scope: Scope): IdCollection | null {
    const entry = this.entries.peek(keyOf(scope));
    return entry?.version === this.index.version ? entry.loaded : null;
  }

  has(scope: Scope): boolean {
    return this.entries.has(keyOf(scope));
  }

  /** The query sees at least the current index version. */
  query(scope: Scope): Promise<IdCollection> {
    return this.add(
      scope,
      productsWith(this.db, scope).then((blocks) => decodeIds(blocks, this.index.capacity)),
    );
  }

  /** As of the current index version or later. */
  upToDate(scope: Scope): Promise<IdCollection> {
    const entry = this.entries.get(keyOf(scope));
    const changed = entry ? this.index.changedSince(entry.version) : null;
    if (!entry || !changed || changed.size > MAX_CHANGED) return this.query(scope);
    return changed.size > 0 ? this.queryChanged(scope, entry, [...changed]) : entry.ids;
  }

  private queryChanged(scope: Scope, entry: CachedMatches, changed: number[]): Promise<IdCollection> {
    const ids = Promise.all([entry.ids, productsWith(this.db, scope, changed)]).then(([previous, blocks]) => {
      const added = unpackedList(blocks);
      if (previous instanceof Bitmap) return previous.changed(changed, added, this.index.capacity);
      const removed = new Set(changed);
      return Int32Array.from([...previous.filter((id) => !removed.has(id)), ...added]);
    });
    return this.add(scope, ids);
  }

  private add(scope: Scope, ids: Promise<IdCollection>): Promise<IdCollection> {
    const key = keyOf(scope);
    const entry: CachedMatches = { version: this.index.version, ids, loaded: null };
    this.entries.set(key, entry);
    const isCurrent = () => this.entries.peek(key) === entry;
    ids.then(
      (loaded) => isCurrent() && this.entries.set(key, { ...entry, loaded }),
      // The caller gets the error through `ids`.
      () => isCurrent() && this.entries.delete(key),
    );
    return ids;
  }
}
