import { productCard } from '../products/serializer';
import type { Favorite, SavedSearch } from './contract';
import type { FavoriteRow, SavedSearchWithNews } from './queries';
import { readQuery } from './schema';
import { searchAddress } from './search-address';

export const favoriteDocument = (row: FavoriteRow): Favorite => ({
  ...productCard(row),
  saved_price_cents: row.saved_price_cents,
  saved_at: row.created_at.toISOString(),
  listed: row.listed,
  offer_state: row.offer_state,
});

export function savedSearchDocument(row: SavedSearchWithNews): SavedSearch {
  const query = readQuery(row.query);
  return {
    id: row.id,
    name: row.name,
    query,
    alert: row.alert,
    new_count: row.new_count,
    path: searchAddress(query, row.id),
    opened_at: row.opened_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
