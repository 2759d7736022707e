import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Cents } from '../contract/money';
import type { OfferPlace, ProductCard } from '../products/contract';

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

export const MAX_FAVORITES = 500;
export const MAX_RECENT_VIEWS = 50;
