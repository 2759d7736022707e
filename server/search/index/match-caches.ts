import type { Db } from '../../../db/connection';
import { createLru, type Versioned, valueAt } from '../../cache/caches';
import type { Scope } from '../query';
import { Bitmap, type IdCollection } from './columns';
import { categoryCount, categoryOfTag } from './facets';
import type { ListingIndex } from './listing-index';
import { productsAmong, productsByTag, productsTagged, productsWith } from './queries';

interface CachedMatches {
  readonly version: number;
  readonly ids: Promise<IdCollection>;
  readonly loaded: IdCollection | null;
}

/** About forty bitmaps, or thousands of short lists. */
const MAX_TEXT_BYTES = 10_000_000;
const ENTRY_BYTES = 500;
const MAX_CHANGED = 2_000;

const keyOf = ({ words, sellerId }: Scope) => JSON.stringify([words?.name, words?.description, sellerId]);
const bytesOf = ({ loaded }: CachedMatches) =>
  ENTRY_BYTES + (loaded instanceof Bitmap ? loaded.bytes : (loaded?.byteLength ?? 0));

/** Before reuse, only products changed since are queried again; concurrent callers share one query. */
export class TextMatchCache {
  private readonly entries = createLru<string, CachedMatches>({ maxSize: MAX_TEXT_BYTES, sizeOf: bytesOf });

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  /** Null if the database must be queried. */
  cached(scope: Scope): IdCollection | null {
    const entry = this.entries.peek(keyOf(scope));
    return entry?.version === this.index.version ? entry.loaded : null;
  }

  has(scope: Scope): boolean {
    return this.entries.has(keyOf(scope));
  }

  /** The query sees at least the current index version. */
  query(scope: Scope): Promise<IdCollection> {
    return this.add(scope, productsWith(this.db, scope, this.index));
  }

  upToDate(scope: Scope): Promise<IdCollection> {
    const entry = this.entries.get(keyOf(scope));
    const changed = entry ? this.index.journal.changedSince(entry.version) : null;
    if (!entry || !changed || changed.size > MAX_CHANGED) return this.query(scope);
    return changed.size > 0 ? this.queryChanged(scope, entry, [...changed]) : entry.ids;
  }

  private queryChanged(scope: Scope, entry: CachedMatches, changed: number[]): Promise<IdCollection> {
    const ids = Promise.all([entry.ids, productsAmong(this.db, scope, changed)]).then(([previous, added]) => {
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

const MAX_TAG_LISTS = 64;
const MAX_TAGGED_IDS = 500_000;

/** Valid until any tag changes. */
export class TagMatchCache {
  private readonly lists = createLru<string, Versioned<Int32Array>>({
    max: MAX_TAG_LISTS,
    maxSize: MAX_TAGGED_IDS,
    sizeOf: ({ value }) => value.length,
  });

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

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

/** Per category, in the order of the cells: the products that staff tagged into it. */
export type Curated = readonly Int32Array[];

async function readCurated(db: Db): Promise<Curated> {
  const byTag = await productsByTag(db, [...categoryOfTag.keys()]);
  const sets = Array.from({ length: categoryCount }, () => new Set<number>());
  for (const [tag, ids] of byTag) for (const id of ids) sets[categoryOfTag.get(tag) ?? 0]?.add(id);
  return sets.map((set) => Int32Array.from(set));
}

/** Valid until any tag changes. */
export class CuratedCache {
  private entry: Versioned<Curated> | null = null;

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  get cached(): Curated | null {
    return valueAt(this.entry, [this.index.tagsVersion]) ?? null;
  }

  async query(): Promise<Curated> {
    // Read before the query, which sees at least these tags.
    const versions = [this.index.tagsVersion];
    const value = await readCurated(this.db);
    this.entry = { versions, value };
    return value;
  }
}
