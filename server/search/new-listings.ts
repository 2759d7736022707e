import type { Db } from '../../db/connection';
import { Invalid } from '../http/errors';
import { MAX_ARRIVALS, type SearchQuery } from './contract';
import { readCursor } from './cursor';
import { listingsOf } from './index/index-store';
import { matchesOf } from './index/matches';
import { scanSorted } from './index/scan';
import { findFor, readQuestion } from './query';

/**
 * How many of what was asked for have been listed since an answer, MOST_ARRIVALS at most. `since` is that answer's
 * `newest`; without one nothing was listed. Throws 422 where it is none.
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
