import { openSavedSearch } from '../../server/sourcing/contract';
import { call } from '../browser/api';

/** Counts the search's news from now on. */
export async function openSearch(id: number) {
  const { saved_search, new_product_ids } = await call(openSavedSearch, { id });
  return { name: saved_search.name, ids: new Set(new_product_ids) };
}
