import type { Knex } from 'knex';
import { statement } from '../../db/sql';
import type { Cents } from '../contract/money';
import type { EmailChoice } from '../contract/notification-kinds';
import type { OfferPlace } from '../products/contract';
import { CARD, FROM, offerState } from '../products/queries';
import { LISTED } from '../products/visibility';
import type { CardRow } from '../search/search';

export interface FavoriteRow extends CardRow {
  readonly saved_price_cents: Cents | null;
  readonly created_at: Date;
  readonly listed: boolean;
  readonly offer_state: OfferPlace | null;
}

const favorites = statement<FavoriteRow>(
  'favorites',
  `select ${CARD}, favorites.price_cents as saved_price_cents, favorites.created_at, (${LISTED}) as listed,
          ${offerState('favorites.buyer_id')}
     ${FROM} join favorites on favorites.product_id = products.id
    where favorites.buyer_id = $1
    order by favorites.created_at desc, products.id desc`,
);

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

export const recentlyViewed = (db: Knex, buyerId: number): Promise<CardRow[]> => recent(db, [buyerId]);

export interface SavedSearchWithNews {
  readonly id: number;
  readonly name: string;
  readonly query: object;
  readonly alert: EmailChoice;
  readonly opened_at: Date;
  readonly created_at: Date;
  readonly new_count: number;
}

const NEWS = `from saved_search_news news
    join products on products.id = news.product_id
    join sellers on sellers.id = products.seller_id
   where ${LISTED} and news.saved_search_id = saved_searches.id and news.at > saved_searches.opened_at`;

const searches = statement<SavedSearchWithNews>(
  'saved searches',
  `select id, name, query, alert, opened_at, created_at, (select count(*)::int ${NEWS}) as new_count
     from saved_searches
    where buyer_id = $1 and ($2::int is null or id = $2)
    order by created_at desc, id desc`,
);

export const savedSearchesOf = (
  db: Knex,
  buyerId: number,
  id: number | null = null,
): Promise<SavedSearchWithNews[]> => searches(db, [buyerId, id]);

const newProducts = statement<{ product_id: number }>(
  'new products of a saved search',
  `select found.product_id from saved_searches, lateral (select news.product_id, news.at ${NEWS}) as found
    where saved_searches.id = $1 order by found.at desc, found.product_id desc`,
);

export const newProductIds = async (db: Knex, id: number): Promise<number[]> =>
  (await newProducts(db, [id])).map(({ product_id }) => product_id);

const cards = statement<CardRow>(
  'cards of news',
  `select ${CARD} ${FROM} where products.id = any($1::int[]) and ${LISTED}
    order by products.listed_at desc, products.id desc`,
);

export const listedCards = (db: Knex, ids: readonly number[]): Promise<CardRow[]> => cards(db, [ids]);
