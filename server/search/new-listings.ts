import type { Db } from '../../db/connection';
import { Invalid } from '../http/errors';
import { MAX_ARRIVALS, type SearchQuery } from './contract';
import { readCursor } from './cursor';
import { listingsOf } from './index/index-store';
import { matchesOf } from './index/matches';
import { scanSorted } from './index/scan';
import { findFor, readQuestion } from './query';

/**
 * Counts matches listed after `since`, the `newest` of a previous response (null: everything), up to MAX_ARRIVALS.
 * Throws 422 for an unknown cursor.
 */
export async function countNewListings(db: Db, query: SearchQuery, since: string | null): Promise<number> {
  const place = since === null ? null : readCursor('newest', since);
  if (since !== null && !place) throw Invalid('Unknown place');
  const { known } = listingsOf(db);
  const fresh = listingsOf(db).fresh();
  const [index, found] = await Promise.all([fresh, findFor(db, readQuestion(query), known, fresh)]);
  const { oldestFirst } = index;
  const seen = place ? oldestFirst.rank(place.key, place.id + 1) : 0;
  const { test } = matchesOf(index, query, found);
  return scanSorted(index, oldestFirst, test, seen, oldestFirst.size, 0, MAX_ARRIVALS).length;
}
