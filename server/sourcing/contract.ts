import { endpoint } from '../contract/endpoint';
import { island } from '../contract/island';
import type { Cents } from '../contract/money';
import type { EmailChoice } from '../contract/notification-kinds';
import type { ProductCard } from '../products/contract';
import type { SearchQuery } from '../search/contract';

export interface Favorite extends ProductCard {
  /** The price when the buyer saved it; null if it had none. */
  saved_price_cents: Cents | null;
  saved_at: string;
  /** False once it cannot be bought at all; it has no page then. */
  listed: boolean;
}

export const addFavorite = endpoint<{ product_id: number }>()('POST /favorites');
export const removeFavorite = endpoint<undefined>()('DELETE /favorites/:product_id');
export const listFavorites = endpoint<{ favorites: Favorite[] }>()('GET /favorites');
export const favoriteIds = endpoint<{ ids: number[] }>()('GET /favorites/ids');

export const viewProduct = endpoint<undefined>()('POST /marketplace/products/:id/view');
export const recentViews = endpoint<{ products: ProductCard[] }>()('GET /recent_views');
export const clearRecentViews = endpoint<undefined>()('DELETE /recent_views');

export const favorites = island<{ favorites: Favorite[] }>('favorites');

export const MAX_FAVORITES = 500;
export const MAX_RECENT_VIEWS = 50;

export interface SavedSearch {
  id: number;
  name: string;
  query: SavedQuery;
  /** When its news is mailed. */
  alert: EmailChoice;
  /** Listed since the buyer last opened it; at most `MAX_NEWS`. */
  new_count: number;
  opened_at: string;
  created_at: string;
}

export type SavedQuery = Pick<SearchQuery, 'filters' | 'search'>;

export interface OpenedSearch {
  saved_search: SavedSearch;
  /** What was new until now. */
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

export const savedSearches = island<Partial<SavedSearchList>>('saved-searches');

export const MAX_SAVED_SEARCHES = 50;
export const MAX_SEARCH_NAME_LENGTH = 80;
/** Of one search; older ones are forgotten. */
export const MAX_NEWS = 500;
