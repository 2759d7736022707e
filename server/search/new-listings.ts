import { Invalid } from '../http/errors';
import { MAX_ARRIVALS, type SearchQuery } from './contract';
import { readCursor } from './cursor';
import type { Engine } from './engine';
import { matchesOf } from './index/matches';
import { scanSorted } from './index/scan';
import { findFresh, parseQuery } from './query';

/**
 * Counts matches listed after `since`, the `newest` of a previous response (null: everything), up to MAX_ARRIVALS.
 * Throws 422 for an unknown cursor.
 */
export async function countNewListings(
  engine: Engine<unknown>,
  query: SearchQuery,
  since: string | null,
): Promise<number> {
  const place = since === null ? null : readCursor('newest', since);
  if (since !== null && !place) throw Invalid('Unknown place');
  const { listings, found } = await findFresh(engine, parseQuery(query));
  const { oldestFirst } = listings;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const { test } = matchesOf(listings, query, found);
  return scanSorted(listings, oldestFirst, test, seen, oldestFirst.size, 0, MAX_ARRIVALS).length;
}
