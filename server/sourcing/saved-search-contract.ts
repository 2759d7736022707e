import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { EmailChoice } from '../contract/notification-kinds';
import type { SearchQuery } from '../search/contract';

export interface SavedSearch {
  id: number;
  name: string;
  query: SavedQuery;
  alert: EmailChoice;
  /** Listed since the buyer last opened it; at most `MAX_NEWS`. */
  new_count: number;
  path: string;
  opened_at: string;
  created_at: string;
}

export type SavedQuery = Pick<SearchQuery, 'filters' | 'search'>;

export interface OpenedSearch {
  saved_search: SavedSearch;
  new_product_ids: number[];
}

interface SavedSearchAnswer {
  saved_search: SavedSearch;
}

interface SavedSearchList {
  saved_searches: SavedSearch[];
}

export const listSavedSearches = endpoint<SavedSearchList>()('GET /saved_searches');
export const createSavedSearch = endpoint<SavedSearchAnswer>()('POST /saved_searches');
export const updateSavedSearch = endpoint<SavedSearchAnswer>()('PUT /saved_searches/:id');
export const deleteSavedSearch = endpoint<undefined>()('DELETE /saved_searches/:id');
export const openSavedSearch = endpoint<OpenedSearch>()('POST /saved_searches/:id/open');

export const savedSearches: Island<Partial<SavedSearchList>> = { id: 'saved-searches' };

export const MAX_SAVED_SEARCHES = 50;
export const MAX_SEARCH_NAME_LENGTH = 80;
/** Of one search; older ones are forgotten. */
export const MAX_NEWS = 500;
