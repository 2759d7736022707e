import type { Db } from '../../../db/connection';
import { createLru, type Versioned, valueAt } from '../../cache/caches';
import { type ParsedQuery, type Scope, textQuery } from '../query';
import { categoryCount, categoryOfTag } from './facets';
import { type IdCollection, idCollection, idList, type PackedIds, packedIdsSql } from './id-collection';
import type { ListingIndex } from './listing-index';
import type { Curated, Found } from './match';

/** About eighty bitmaps, or thousands of short lists. */
const MAX_TEXT_BYTES = 10_000_000;
const ENTRY_BYTES = 500;

/** An index with what the database found for it. */
export type LoadedIndex = ReturnType<typeof withCaches>;

export const withCaches = (db: Db, listings: ListingIndex) => ({
  listings,
  texts: new TextMatchCache(db, listings),
  tags: new TagCache(listings, (tags) => productsTagged(db, tags)),
  curated: new TagCache(listings, (tags) => productsInCategories(db, tags)),
});

const CATEGORY_TAGS = [...categoryOfTag.keys()];

/** Returns null if the database must be queried. */
export function findCached(
  { texts, tags, curated: ofCategories }: LoadedIndex,
  { scope, categories, staffTags }: ParsedQuery,
): Found | null {
  const inScope = scope && texts.cached(scope);
  const staffTagged = staffTags.length > 0 ? tags.cached(staffTags) : null;
  const curated = ofCategories.cached(CATEGORY_TAGS);
  if ((scope && !inScope) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  return { inScope, staffTagged, curated, categories };
}

interface Loading {
  readonly current: LoadedIndex | null;
  readonly fresh: () => Promise<LoadedIndex>;
}

/** Updates the index and queries what it does not cover, at the same time where nothing is cached. */
export async function findFresh(
  index: Loading,
  { scope, categories, staffTags }: ParsedQuery,
): Promise<{ listings: ListingIndex; found: Found }> {
  const { current } = index;
  const fresh = index.fresh();
  const [{ listings }, inScope, staffTagged, curated] = await Promise.all([
    fresh,
    scope && findInScope(scope, current, fresh),
    staffTags.length > 0 ? findTagged(staffTags, current?.tags, async () => (await fresh).tags) : null,
    findTagged(CATEGORY_TAGS, current?.curated, async () => (await fresh).curated),
  ]);
  return { listings, found: { inScope, staffTagged, curated, categories } };
}

async function findInScope(scope: Scope, current: LoadedIndex | null, fresh: Promise<LoadedIndex>) {
  return (current && !current.texts.has(scope) ? current : await fresh).texts.upToDate(scope);
}

async function findTagged<Value extends { readonly length: number }>(
  tags: readonly string[],
  current: TagCache<Value> | undefined,
  fresh: () => Promise<TagCache<Value>>,
) {
  if (current && !current.cached(tags)) return current.query(tags);
  const cache = await fresh();
  return cache.cached(tags) ?? cache.query(tags);
}

interface CachedMatches {
  readonly version: number;
  readonly ids: Promise<IdCollection>;
  readonly loaded: IdCollection | null;
}

const MAX_CHANGED = 2_000;

const keyOf = ({ words, sellerId }: Scope) => JSON.stringify([words?.name, words?.description, sellerId]);

/** Before reuse, only products changed since are queried again; concurrent callers share one query. */
class TextMatchCache {
  private readonly entries = createLru<string, CachedMatches>({
    maxSize: MAX_TEXT_BYTES,
    sizeOf: ({ loaded }) => ENTRY_BYTES + (loaded?.byteLength ?? 0),
  });

  constructor(
    private readonly db: Db,
    private readonly index: ListingIndex,
  ) {}

  cached(scope: Scope): IdCollection | null {
    const entry = this.entries.peek(keyOf(scope));
    return entry?.version === this.index.journal.version ? entry.loaded : null;
  }

  has(scope: Scope): boolean {
    return this.entries.has(keyOf(scope));
  }

  /** A query sees at least the current index version. */
  upToDate(scope: Scope): Promise<IdCollection> {
    const entry = this.entries.get(keyOf(scope));
    const changed = entry ? this.index.journal.changedSince(entry.version) : null;
    if (!entry || !changed || changed.size > MAX_CHANGED)
      return this.add(scope, productsWith(this.db, scope, this.index.capacity));
    return changed.size > 0 ? this.add(scope, this.queryChanged(scope, entry, changed)) : entry.ids;
  }

  private async queryChanged(scope: Scope, { ids }: CachedMatches, changed: ReadonlySet<number>) {
    const { capacity } = this.index;
    const [previous, added] = await Promise.all([ids, productsAmong(this.db, scope, [...changed])]);
    return previous.changed(changed, added, capacity);
  }

  private add(scope: Scope, ids: Promise<IdCollection>): Promise<IdCollection> {
    const key = keyOf(scope);
    const entry: CachedMatches = { version: this.index.journal.version, ids, loaded: null };
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
class TagCache<Value extends { readonly length: number }> {
  private readonly entries = createLru<string, Versioned<Value>>({
    max: MAX_TAG_LISTS,
    maxSize: MAX_TAGGED_IDS,
    sizeOf: ({ value }) => value.length,
  });

  constructor(
    private readonly index: ListingIndex,
    private readonly read: (tags: readonly string[]) => Promise<Value>,
  ) {}

  cached(tags: readonly string[]): Value | null {
    return valueAt(this.entries.get(JSON.stringify(tags)), [this.index.tagsVersion]) ?? null;
  }

  async query(tags: readonly string[]): Promise<Value> {
    // Read before the query, which sees at least these tags.
    const versions = [this.index.tagsVersion];
    const value = await this.read(tags);
    this.entries.set(JSON.stringify(tags), { versions, value });
    return value;
  }
}

/** Products with the words and of the seller, as far as given; includes unlisted ones. */
export const productsWith = async (db: Db, scope: Scope, capacity: number): Promise<IdCollection> =>
  idCollection(await packedWith(db, scope, null), capacity);

/** Those of the ids that `productsWith` would find. */
export const productsAmong = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Int32Array> =>
  idList(await packedWith(db, scope, ids));

const TEXT_OF_SELLER = 'product_id in (select product_id from listings where seller_id = ?)';

async function packedWith(db: Db, { words, sellerId }: Scope, among: readonly number[] | null) {
  const query = words && textQuery(words);
  const conditions = [
    ...(query ? [{ sql: `words @@ ${query.sql}`, bindings: query.bindings }] : []),
    ...(sellerId === null ? [] : [{ sql: query ? TEXT_OF_SELLER : 'seller_id = ?', bindings: [sellerId] }]),
    ...(among ? [{ sql: 'product_id = any (?::integer[])', bindings: [[...among]] }] : []),
  ];
  const from = `from ${query ? 'listing_texts' : 'listings'} where ${conditions.map(({ sql }) => sql).join(' and ')}`;
  const bindings = conditions.flatMap<unknown>((condition) => condition.bindings) as string[];
  return (await db.raw<{ rows: PackedIds[] }>(`${packedIdsSql(from)} group by 1`, bindings)).rows;
}

async function packedByTag(db: Db, tags: readonly string[]) {
  const from = ', lower(tag::text) as tag from product_tags where tag = any (?::citext[]) group by 1, 3';
  return (await db.raw<{ rows: (PackedIds & { tag: string })[] }>(packedIdsSql(from), [[...tags]])).rows;
}

const distinct = (packed: readonly PackedIds[]) => Int32Array.from(new Set(idList(packed)));
const productsTagged = async (db: Db, tags: readonly string[]): Promise<Int32Array> =>
  distinct(await packedByTag(db, tags));

async function productsInCategories(db: Db, tags: readonly string[]): Promise<Curated> {
  const packed = await packedByTag(db, tags);
  const ofCategory = (category: number) => packed.filter(({ tag }) => categoryOfTag.get(tag) === category);
  return Array.from({ length: categoryCount }, (_none, category) => distinct(ofCategory(category)));
}
