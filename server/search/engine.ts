import type { Logger } from 'pino';
import type { Db } from '../../db/connection';
import { type Cards, createCards, type ToCards } from './cards';
import { IndexStore, type LoadedIndex } from './index/index-store';
import type { ListingIndex } from './index/listing-index';
import type { Scope } from './index/match-caches';
import type { Found } from './index/matches';
import type { ParsedQuery } from './query';

export interface EngineOptions<Card> {
  readonly db: Db;
  readonly log: Logger;
  /** A condition on `sellers`, joined to the published products in `listings`. */
  readonly listedSql: string;
  readonly toCards: ToCards<Card>;
}

export interface Engine<Card> {
  readonly db: Db;
  readonly listedSql: string;
  readonly index: IndexStore;
  readonly cards: Cards<Card>;
}

export const createEngine = <Card>({ db, log, listedSql, toCards }: EngineOptions<Card>): Engine<Card> => ({
  db,
  listedSql,
  index: new IndexStore(db, log, listedSql),
  cards: createCards(db, toCards),
});

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
  { index }: Engine<unknown>,
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
