import { categoryLabels, packagingLabels } from '../contract/categories';
import { emailChoices } from '../contract/notification-kinds';
import {
  cents,
  count,
  flag,
  id,
  integer,
  keysOf,
  list,
  nullable,
  object,
  oneOf,
  optional,
  tagged,
  text,
  time,
} from '../openapi/answer';
import type { ProductCard } from '../products/contract';
import { card, offerPlace, productCard } from '../products/doc';
import { conditionFacets, regionFacets } from '../search/contract';
import type { Favorite, OpenedSearch, SavedQuery, SavedSearch } from './contract';
import * as calls from './contract';

type Filters = SavedQuery['filters'];

const range = object<Filters['msrp']>({ min: optional(integer), max: optional(integer) });

const search = object<SavedSearch>(
  {
    id,
    name: text,
    query: object<SavedQuery>({
      filters: object<Filters>({
        msrp: range,
        sellerPriceCents: range,
        percentOffMsrp: range,
        unitsAvailable: range,
        packagingType: optional(oneOf(keysOf(packagingLabels))),
        category: optional(oneOf(keysOf(categoryLabels))),
        condition: optional(list(oneOf(keysOf(conditionFacets)))),
        shipFromRegion: optional(list(oneOf(keysOf(regionFacets)))),
      }),
      search: object<SavedQuery['search']>({
        seller_id: optional(id),
        name: optional(text),
        description: optional(text),
        tags: list(text),
      }),
    }),
    alert: oneOf(emailChoices),
    new_count: count,
    path: text,
    opened_at: time,
    created_at: time,
  },
  'SavedSearch',
);

const one = object<{ saved_search: SavedSearch }>({ saved_search: search });

const favoritesDoc = tagged('Favorites');

const favorites = [
  favoritesDoc(calls.listFavorites, {
    summary: 'List the favorites of the company, newest first',
    answer: object<{ favorites: Favorite[] }>({
      favorites: list(
        object<Favorite>(
          {
            ...card,
            saved_price_cents: nullable(cents),
            saved_at: time,
            listed: flag,
            offer_state: offerPlace,
          },
          'Favorite',
        ),
      ),
    }),
  }),
  favoritesDoc(calls.favoriteIds, {
    summary: 'List the product ids of the favorites',
    answer: object<{ ids: number[] }>({ ids: list(id) }),
  }),
  favoritesDoc(calls.addFavorite, {
    summary: 'Add a product to the favorites',
    answer: object<{ product_id: number }>({ product_id: id }),
    example: { product_id: 812 },
    statuses: { 201: 'Added. 200 where it is one.' },
  }),
  favoritesDoc(calls.removeFavorite, { summary: 'Remove a favorite', answer: null }),
  favoritesDoc(calls.recentViews, {
    summary: 'List the products viewed last',
    answer: object<{ products: ProductCard[] }>({ products: list(productCard) }),
  }),
  favoritesDoc(calls.clearRecentViews, { summary: 'Forget the products viewed last', answer: null }),
];

const query = {
  filters: {
    msrp: {},
    sellerPriceCents: { max: 3 },
    percentOffMsrp: {},
    unitsAvailable: {},
    category: 'home',
  },
  search: { name: 'mug', tags: [] },
};

const searchDoc = tagged('Saved searches');

const searches = [
  searchDoc(calls.listSavedSearches, {
    summary: 'List the saved searches of the company',
    answer: object<{ saved_searches: SavedSearch[] }>({ saved_searches: list(search) }),
  }),
  searchDoc(calls.createSavedSearch, {
    summary: 'Save a search',
    answer: one,
    example: { saved_search: { name: 'Mugs under $15', alert: 'daily', query } },
  }),
  searchDoc(calls.updateSavedSearch, {
    summary: 'Change a saved search',
    answer: one,
    example: { saved_search: { name: 'Mugs', alert: 'off' } },
  }),
  searchDoc(calls.deleteSavedSearch, { summary: 'Delete a saved search', answer: null }),
  searchDoc(calls.openSavedSearch, {
    summary: 'Open a saved search, which marks what is new as seen',
    answer: object<OpenedSearch>({ saved_search: search, new_product_ids: list(id) }),
  }),
];

export default [...favorites, ...searches];
