import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Cents } from '../contract/money';
import { CARD, FROM } from '../products/queries';
import { LISTED } from '../products/visibility';
import type { CardRow } from '../search/search';

export interface FavoriteRow extends CardRow {
  readonly saved_price_cents: Cents | null;
  readonly created_at: Date;
  readonly listed: boolean;
}

const favorites = statement<FavoriteRow>(
  'favorites',
  `select ${CARD}, favorites.price_cents as saved_price_cents, favorites.created_at, (${LISTED}) as listed
     ${FROM} join favorites on favorites.product_id = products.id
    where favorites.buyer_id = $1
    order by favorites.created_at desc, products.id desc`,
);

/** The newest first. */
export const favoritesOf = (db: Knex, buyerId: number): Promise<FavoriteRow[]> => favorites(db, [buyerId]);

export const favoriteIdsOf = async (db: Knex, buyerId: number): Promise<number[]> =>
  (await db('favorites').where({ buyer_id: buyerId }).orderBy('product_id').select('product_id')).map(
    ({ product_id }) => product_id,
  );

const recent = statement<CardRow>(
  'recently viewed products',
  `select ${CARD} ${FROM} join recent_views on recent_views.product_id = products.id
    where recent_views.buyer_id = $1 and ${LISTED}
    order by recent_views.viewed_at desc, products.id desc`,
);

/** The latest first. */
export const recentlyViewed = (db: Knex, buyerId: number): Promise<CardRow[]> => recent(db, [buyerId]);
