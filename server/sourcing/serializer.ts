import { productCard } from '../products/serializer';
import type { Favorite, SavedSearch } from './contract';
import type { FavoriteRow, SavedSearchWithNews } from './queries';
import { readQuery } from './schema';

export const favoriteDocument = (row: FavoriteRow): Favorite => ({
  ...productCard(row),
  saved_price_cents: row.saved_price_cents,
  saved_at: row.created_at.toISOString(),
  listed: row.listed,
});

export const savedSearchDocument = (row: SavedSearchWithNews): SavedSearch => ({
  id: row.id,
  name: row.name,
  query: readQuery(row.query),
  alert: row.alert,
  new_count: row.new_count,
  opened_at: row.opened_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
