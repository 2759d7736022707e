import type { Db } from '../../../db/connection';
import { createLru, type Versioned, valueAt } from '../../cache/caches';
import { findBeyondText, mayBeCode, NOTHING_BEYOND, ofSellers, type SearchSource } from '../beyond-text';
import type { SellerName } from '../contract';
import { type ParsedQuery, type Scope, textQuery } from '../query';
import { categoryCount, categoryOfTag } from './cells';
import { type IdCollection, idCollection, idList, type PackedIds, packedIdsSql } from './id-collection';
import type { ListingIndex } from './listing-index';
import type { Curated, Found } from './match';

/** About eighty bitmaps, or thousands of short lists. */
const MAX_TEXT_BYTES = 10_000_000;
const ENTRY_BYTES = 500;

/** An index with what the database found for it. */
export type LoadedIndex = ReturnType<typeof withCaches>;

export const withCaches = ({ db, listedSql }: SearchSource, listings: ListingIndex) => ({
  listings,
  texts: new TextMatchCache({ db, listedSql }, listings),
  tags: new TagCache(listings, (tags) => productsTagged(db, tags)),
  curated: new TagCache(listings, (tags) => productsInCategories(db, tags)),
});

const CATEGORY_TAGS = [...categoryOfTag.keys()];

const ofText = (matches: TextMatches | null) => ({
  inScope: matches?.ids ?? null,
  named: matches?.named ?? [],
});

/** Returns null if the database must be queried. */
export function findCached(
  { texts, tags, curated: ofCategories }: LoadedIndex,
  { scope, categories, staffTags }: ParsedQuery,
): Found | null {
  const matches = scope && texts.cached(scope);
  const staffTagged = staffTags.length > 0 ? tags.cached(staffTags) : null;
  const curated = ofCategories.cached(CATEGORY_TAGS);
  if ((scope && !matches) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  return { ...ofText(matches), staffTagged, curated, categories };
}

interface Loading {
  readonly current: LoadedIndex | null;
  readonly fresh: () => Promise<LoadedIndex>;
}

/** Updates the index and queries what it does not cover, at the same time where nothing is cached. */
export async function findFresh(
  store: Loading,
  { scope, categories, staffTags }: ParsedQuery,
): Promise<{ listings: ListingIndex; found: Found }> {
  const { current } = store;
  const fresh = store.fresh();
  const [{ listings }, matches, staffTagged, curated] = await Promise.all([
    fresh,
    scope && findInScope(scope, current, fresh),
    staffTags.length > 0 ? findTagged(staffTags, current?.tags, async () => (await fresh).tags) : null,
    findTagged(CATEGORY_TAGS, current?.curated, async () => (await fresh).curated),
  ]);
  return { listings, found: { ...ofText(matches), staffTagged, curated, categories } };
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

/** Products, and the sellers whose names hold all words. */
export interface TextMatches {
  readonly ids: IdCollection;
  readonly named: readonly SellerName[];
}

interface CachedMatches {
  readonly version: number;
  readonly matches: Promise<TextMatches>;
  readonly loaded: TextMatches | null;
}

const MAX_CHANGED = 2_000;

const keyOf = ({ words, sellerId }: Scope) => JSON.stringify([words?.name, words?.description, sellerId]);

/** Before reuse, only products changed since are queried again; concurrent callers share one query. */
class TextMatchCache {
  private readonly entries = createLru<string, CachedMatches>({
    maxSize: MAX_TEXT_BYTES,
    sizeOf: ({ loaded }) => ENTRY_BYTES + (loaded?.ids.byteLength ?? 0),
  });

  constructor(
    private readonly source: SearchSource,
    private readonly listings: ListingIndex,
  ) {}

  cached(scope: Scope): TextMatches | null {
    const entry = this.entries.peek(keyOf(scope));
    return entry?.version === this.listings.journal.version ? entry.loaded : null;
  }

  has(scope: Scope): boolean {
    return this.entries.has(keyOf(scope));
  }

  /** A query sees at least the current index version. */
  upToDate(scope: Scope): Promise<TextMatches> {
    const entry = this.entries.get(keyOf(scope));
    const changed = entry ? this.listings.journal.changedSince(entry.version) : null;
    if (entry && changed?.size === 0) return entry.matches;
    // One product with the code takes the place of all that words found.
    if (!entry || !changed || changed.size > MAX_CHANGED || mayBeCode(scope.words))
      return this.add(scope, productsWith(this.source, scope, this.listings.capacity));
    return this.add(scope, this.queryChanged(scope, entry, changed));
  }

  private async queryChanged(scope: Scope, { matches }: CachedMatches, changed: ReadonlySet<number>) {
    const { capacity } = this.listings;
    const [previous, { packed, named }] = await Promise.all([
      matches,
      packedWith(this.source, scope, [...changed]),
    ]);
    return { ids: previous.ids.changed(changed, idList(packed), capacity), named };
  }

  private add(scope: Scope, matches: Promise<TextMatches>): Promise<TextMatches> {
    const key = keyOf(scope);
    const entry: CachedMatches = { version: this.listings.journal.version, matches, loaded: null };
    this.entries.set(key, entry);
    const isCurrent = () => this.entries.peek(key) === entry;
    matches.then(
      (loaded) => isCurrent() && this.entries.set(key, { ...entry, loaded }),
      // The caller gets the error through `matches`.
      () => isCurrent() && this.entries.delete(key),
    );
    return matches;
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
    private readonly listings: ListingIndex,
    private readonly read: (tags: readonly string[]) => Promise<Value>,
  ) {}

  cached(tags: readonly string[]): Value | null {
    return valueAt(this.entries.get(JSON.stringify(tags)), [this.listings.tagsVersion]) ?? null;
  }

  async query(tags: readonly string[]): Promise<Value> {
    // Read before the query, which sees at least these tags.
    const versions = [this.listings.tagsVersion];
    const value = await this.read(tags);
    this.entries.set(JSON.stringify(tags), { versions, value });
    return value;
  }
}

/** Products with the words and of the seller, as far as given; includes unlisted ones. */
export async function productsWith(
  source: SearchSource,
  scope: Scope,
  capacity: number,
): Promise<TextMatches> {
  const { packed, named } = await packedWith(source, scope, null);
  return { ids: idCollection(packed, capacity), named };
}

/** Those of the ids that `productsWith` would find. */
export async function productsAmong(
  source: SearchSource,
  scope: Scope,
  ids: readonly number[],
): Promise<Int32Array> {
  const { packed } = await packedWith(source, scope, ids);
  const among = new Set(ids);
  return idList(packed).filter((id) => among.has(id));
}

const AMONG = 'product_id = any (?::integer[])';
const TEXT_OF_SELLER = 'product_id in (select product_id from listings where seller_id = ?)';

async function packedWith(source: SearchSource, scope: Scope, among: readonly number[] | null) {
  // One after another: on two connections at once the words take a quarter longer, and a code needs none.
  const { codes, groups, named } = scope.words ? await findBeyondText(source, scope) : NOTHING_BEYOND;
  if (codes.length > 0) return { packed: codes, named };
  const inText = await packedByText(source.db, scope, among);
  return { packed: [...inText, ...(await packedBySellers(source.db, groups, among))], named };
}

async function packedBySellers(
  db: Db,
  groups: Parameters<typeof ofSellers>[0],
  among: readonly number[] | null,
): Promise<PackedIds[]> {
  const found = ofSellers(groups);
  if (!found) return [];
  const sql = packedIdsSql(`from (${found.sql}) found ${among ? `where ${AMONG}` : ''}`);
  const bindings = [...found.bindings, ...(among ? [[...among]] : [])] as string[];
  return (await db.raw<{ rows: PackedIds[] }>(`${sql} group by 1`, bindings)).rows;
}

async function packedByText(db: Db, { words, sellerId }: Scope, among: readonly number[] | null) {
  const query = words && textQuery(words);
  const conditions = [
    ...(query ? [{ sql: `words @@ ${query.sql}`, bindings: query.bindings }] : []),
    ...(sellerId === null ? [] : [{ sql: query ? TEXT_OF_SELLER : 'seller_id = ?', bindings: [sellerId] }]),
    ...(among ? [{ sql: AMONG, bindings: [[...among]] }] : []),
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
