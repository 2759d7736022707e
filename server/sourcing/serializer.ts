import { productCard } from '../products/serializer';
import type { Favorite } from './contract';
import type { FavoriteRow } from './queries';

export const favoriteDocument = (row: FavoriteRow): Favorite => ({
  ...productCard(row),
  saved_price_cents: row.saved_price_cents,
  saved_at: row.created_at.toISOString(),
  listed: row.listed,
});
