import type { Db } from '../../db/connection';
import type { SearchQuery } from './contract';
import { unpackedList } from './index/id-collection';
import { findFresh, type IndexStore } from './index/index-store';
import { testOf } from './index/matches';
import { productsWith } from './index/queries';
import { parseQuery } from './query';

/**
 * Which of these ids the query finds, in the given order, including everything committed before the call.
 * Sort, page and cursor are ignored, and words are not corrected. Meant for thousands of ids at most.
 */
export async function matchingAmong(
  { db, index }: { readonly db: Db; readonly index: IndexStore },
  query: SearchQuery,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const parsed = parseQuery({ ...query, cursor: undefined });
  const { listings, found } = await findFresh(index, { ...parsed, scope: null });
  const passes = testOf(listings, query, found);
  const candidates = ids.filter(passes);
  if (!parsed.scope || candidates.length === 0) return candidates;
  const inScope = new Set(unpackedList(await productsWith(db, parsed.scope, candidates)));
  return candidates.filter((id) => inScope.has(id));
}
