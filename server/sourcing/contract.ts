import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents } from '../contract/money';
import type { EmailChoice } from '../contract/notification-kinds';
import type { OfferPlace, ProductCard } from '../products/contract';
import type { SearchQuery } from '../search/contract';

export interface Favorite extends ProductCard {
  saved_price_cents: Cents | null;
  saved_at: string;
  /** False once it cannot be bought at all; it has no page then. */
  listed: boolean;
  /** Of the buyer's open offer or cart that holds it. */
  offer_state: OfferPlace | null;
}

export const addFavorite = endpoint<{ product_id: number }>()('POST /favorites');
export const removeFavorite = endpoint<undefined>()('DELETE /favorites/:product_id');
export const listFavorites = endpoint<{ favorites: Favorite[] }>()('GET /favorites');
export const favoriteIds = endpoint<{ ids: number[] }>()('GET /favorites/ids');

export const viewProduct = endpoint<undefined>()('POST /marketplace/products/:id/view');
export const recentViews = endpoint<{ products: ProductCard[] }>()('GET /recent_views');
export const clearRecentViews = endpoint<undefined>()('DELETE /recent_views');

export const favorites: Island<{ favorites: Favorite[] }> = { id: 'favorites' };

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

export const MAX_SEARCH_NAME_LENGTH = 80;
