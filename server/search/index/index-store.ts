import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../../db/connection';
import { statement } from '../../../db/sql';
import type { IndexVersion } from '../cards';
import type { ParsedQuery, Scope } from '../query';
import { ListingIndex } from './listing-index';
import { CuratedCache, TagMatchCache, TextMatchCache } from './match-caches';
import type { Found } from './matches';
import { listingsIn, loadListings } from './queries';

const WARM_WITHIN_MS = 400;

export interface LoadedIndex {
  readonly listings: ListingIndex;
  readonly texts: TextMatchCache;
  readonly tags: TagMatchCache;
  readonly curated: CuratedCache;
}

interface State extends IndexVersion {
  readonly loaded: LoadedIndex;
}

const touchedSince = statement<{
  snapshot: string;
  generation: number;
  changed: Buffer | null;
  retagged: boolean;
  moved: boolean;
}>(
  'listings since',
  'select snapshot::text, generation, changed, retagged, moved from listings_since_v2($1::pg_snapshot)',
);

/** Exclusive upper transaction id of a snapshot `xmin:xmax:…`. */
const end = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? 0);

export class IndexStore {
  private state: State | null = null;
  isWarm = false;
  private places = 0;
  private changes = 0;
  private loadMs = 0;
  private comparedAt = 0;
  private running: Promise<LoadedIndex> | null = null;
  private queued: Promise<LoadedIndex> | null = null;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly listedSql: string,
  ) {}

  get current(): LoadedIndex | null {
    return this.state?.loaded ?? null;
  }

  figures() {
    if (!this.current) return null;
    const { size: listings, bytes } = this.current.listings;
    const { changes, loadMs } = this;
    return { listings, bytes, changes, loadMs, ageMs: performance.now() - this.comparedAt };
  }

  get version(): IndexVersion | null {
    return this.state;
  }

  /** Waits briefly, which suffices for a small catalog. Returns whether the index is loaded. */
  async warm(): Promise<boolean> {
    // If the database is unavailable, the next caller retries.
    const first = this.isWarm || (this.running ?? this.fresh()).catch(() => null);
    await Promise.race([first, pause(WARM_WITHIN_MS, null, { ref: false })]);
    return this.isWarm;
  }

  /** Includes everything committed before the call. Callers during a read share the next one. */
  fresh(): Promise<LoadedIndex> {
    if (!this.running) {
      this.running = this.update().finally(() => {
        this.running = null;
      });
      return this.running;
    }
    this.queued ??= this.running
      .catch(() => null)
      .then(() => {
        this.queued = null;
        return this.fresh();
      });
    return this.queued;
  }

  private async update(): Promise<LoadedIndex> {
    const { state } = this;
    if (!state) return this.load();
    const [row] = await touchedSince(this.db, [state.snapshot]);
    // The log was pruned beyond our snapshot, or the database was restored to an older state.
    if (!row || row.generation > state.generation + 1 || end(row.snapshot) < end(state.snapshot))
      return this.load();
    const { listings } = state.loaded;
    if (row.changed) {
      this.state = null; // If applying fails half-way, the next read reloads.
      const changed = listingsIn(row.changed);
      listings.apply(changed);
      this.changes += changed.length;
    }
    if (row.retagged) listings.tagsVersion += 1;
    if (row.moved) this.places += 1;
    const { snapshot, generation } = row;
    this.comparedAt = performance.now();
    this.state = { loaded: state.loaded, snapshot, generation, places: this.places };
    return state.loaded;
  }

  private async load(): Promise<LoadedIndex> {
    this.state = null;
    const began = performance.now();
    const listings = new ListingIndex();
    const { snapshot, generation } = await loadListings(this.db, this.listedSql, {
      begin: (lastId) => listings.reserve(lastId + 1),
      take: (listing) => listings.take(listing),
    });
    for (const _turn of listings.ordering()) await aTurn();
    const loaded = {
      listings,
      texts: new TextMatchCache(this.db, listings),
      tags: new TagMatchCache(this.db, listings),
      curated: new CuratedCache(this.db, listings),
    };
    this.places += 1;
    this.state = { loaded, snapshot, generation, places: this.places };
    this.isWarm = true;
    this.comparedAt = performance.now();
    this.loadMs = Math.round(this.comparedAt - began);
    this.log.info({ listings: listings.size, ms: this.loadMs }, 'loaded the search index');
    return loaded;
  }
}

/** Returns null if the database must be queried. */
export function findCached(
  { texts, tags, curated: curatedCache }: LoadedIndex,
  { scope, categories, staffTags }: ParsedQuery,
): Found | null {
  const inScope = scope && texts.cached(scope);
  const staffTagged = staffTags.length > 0 ? tags.cached(staffTags) : null;
  const curated = curatedCache.cached;
  if ((scope && !inScope) || (staffTags.length > 0 && !staffTagged) || !curated) return null;
  return { inScope, staffTagged, curated, categories };
}

/** Updates the index and queries what it does not cover, at the same time where nothing is cached. */
export async function findFresh(
  index: IndexStore,
  { scope, categories, staffTags }: ParsedQuery,
): Promise<{ listings: ListingIndex; found: Found }> {
  const { current } = index;
  const fresh = index.fresh();
  const [{ listings }, inScope, staffTagged, curated] = await Promise.all([
    fresh,
    scope && findInScope(scope, current, fresh),
    staffTags.length > 0 ? findTagged(staffTags, current, fresh) : null,
    findCurated(current, fresh),
  ]);
  return { listings, found: { inScope, staffTagged, curated, categories } };
}

async function findInScope(scope: Scope, current: LoadedIndex | null, fresh: Promise<LoadedIndex>) {
  if (current && !current.texts.has(scope)) return current.texts.query(scope);
  return (await fresh).texts.upToDate(scope);
}

async function findTagged(
  staffTags: readonly string[],
  current: LoadedIndex | null,
  fresh: Promise<LoadedIndex>,
) {
  if (current && !current.tags.cached(staffTags)) return current.tags.query(staffTags);
  const { tags } = await fresh;
  return tags.cached(staffTags) ?? tags.query(staffTags);
}

async function findCurated(current: LoadedIndex | null, fresh: Promise<LoadedIndex>) {
  if (current && !current.curated.cached) return current.curated.query();
  const { curated } = await fresh;
  return curated.cached ?? curated.query();
}
