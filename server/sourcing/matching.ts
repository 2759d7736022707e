import type { SearchQuery } from '../search/contract';
import type { Services } from '../services';

/** Which of the products the search finds. */
export async function matchingAmong(
  { search }: Pick<Services, 'search'>,
  query: Pick<SearchQuery, 'filters' | 'search'>,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = new Set(ids);
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await search.search({ ...query, page: 1, sort: 'newest', cursor });
    // A correction finds other words than those that were saved.
    if (page.corrected !== undefined) return [];
    found.push(...page.products.flatMap(({ id }) => (wanted.has(id) ? [id] : [])));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && found.length < wanted.size);
  return found;
}
