import type { Knex } from 'knex';
import { type Buyer, buyer, staff } from '../accounts/policy';
import { id, object } from '../contract/fields';
import { limitByAddress } from '../http/rate-limit';
import { page, type RouteDependencies, type Routes, route } from '../http/route';
import { anyone } from '../http/viewer';
import { owns, visibleProduct } from '../products/policy';
import { productCard } from '../products/serializer';
import * as calls from './contract';
import { addFavorite, removeFavorite } from './favorite';
import { ownSavedSearch } from './policy';
import { favoriteIdsOf, favoritesOf, recentlyViewed, savedSearchesOf } from './queries';
import { clearViews, recordView } from './recent-views';
import * as searches from './saved-search';
import { newSavedSearchBody, savedSearchBody } from './schema';
import { favoriteDocument, savedSearchDocument } from './serializer';

const savedProduct = object({ product_id: id().required('Choose a product') });

const favoriteRoutes = ({ services: { transaction } }: RouteDependencies): Routes => [
  route(calls.addFavorite, {
    body: savedProduct,
    may: buyer,
    needs: 'offers:write',
    retry: 'again',
    reply: async ({ viewer, body: { product_id }, res }) => {
      if (await transaction((tx) => addFavorite(tx, viewer.buyer_id, product_id))) res.status(201);
      return { product_id };
    },
  }),
  route(calls.removeFavorite, {
    may: buyer,
    needs: 'offers:write',
    retry: 'done',
    reply: ({ viewer, params }) =>
      transaction((tx) => removeFavorite(tx, viewer.buyer_id, params.product_id)),
  }),
  route(calls.listFavorites, {
    may: buyer,
    needs: 'offers:read',
    reply: async ({ db, viewer }) => ({
      favorites: (await favoritesOf(db, viewer.buyer_id)).map(favoriteDocument),
    }),
  }),
  route(calls.favoriteIds, {
    may: buyer,
    needs: 'offers:read',
    reply: async ({ db, viewer }) => ({ ids: await favoriteIdsOf(db, viewer.buyer_id) }),
  }),
  page('/favorites', {
    may: buyer,
    needs: 'offers:read',
    title: 'Favorites',
    island: calls.favorites,
    props: async ({ db, viewer }) => ({
      favorites: (await favoritesOf(db, viewer.buyer_id)).map(favoriteDocument),
    }),
  }),
];

function recentViewRoutes({ services }: RouteDependencies): Routes {
  const countView = limitByAddress(services, 'product-views');
  return [
    route(calls.viewProduct, {
      may: anyone,
      find: visibleProduct,
      reply: async ({ viewer, subject, req }) => {
        await countView(req);
        if (!staff(viewer) && !owns(viewer, subject)) services.views.count(subject.id);
        if (buyer(viewer)) await services.transaction((tx) => recordView(tx, viewer.buyer_id, subject.id));
        return undefined;
      },
    }),
    route(calls.recentViews, {
      may: buyer,
      needs: 'offers:read',
      reply: async ({ db, viewer }) => ({
        products: (await recentlyViewed(db, viewer.buyer_id)).map(productCard),
      }),
    }),
    route(calls.clearRecentViews, {
      may: buyer,
      needs: 'offers:write',
      retry: 'done',
      reply: ({ viewer }) => services.transaction((tx) => clearViews(tx, viewer.buyer_id)),
    }),
  ];
}

const listOf = async (db: Knex, { buyer_id }: Buyer) => ({
  saved_searches: (await savedSearchesOf(db, buyer_id)).map(savedSearchDocument),
});

const savedSearchRoutes = ({ services: { transaction } }: RouteDependencies): Routes => [
  route(calls.listSavedSearches, {
    may: buyer,
    needs: 'offers:read',
    reply: ({ db, viewer }) => listOf(db, viewer),
  }),
  route(calls.createSavedSearch, {
    body: newSavedSearchBody,
    may: buyer,
    needs: 'offers:write',
    retry: calls.listSavedSearches,
    status: 201,
    reply: async ({ viewer, body }) => ({
      saved_search: await transaction((tx) =>
        searches.createSavedSearch(tx, viewer.buyer_id, body.saved_search),
      ),
    }),
  }),
  route(calls.updateSavedSearch, {
    body: savedSearchBody,
    may: buyer,
    needs: 'offers:write',
    retry: calls.listSavedSearches,
    find: ownSavedSearch,
    reply: async ({ viewer, params, body }) => ({
      saved_search: await transaction((tx) =>
        searches.updateSavedSearch(tx, viewer.buyer_id, params.id, body.saved_search),
      ),
    }),
  }),
  route(calls.deleteSavedSearch, {
    may: buyer,
    needs: 'offers:write',
    retry: 'done',
    find: ownSavedSearch,
    reply: ({ viewer, params }) =>
      transaction((tx) => searches.deleteSavedSearch(tx, viewer.buyer_id, params.id)),
  }),
  route(calls.openSavedSearch, {
    may: buyer,
    needs: 'offers:read',
    retry: 'again',
    find: ownSavedSearch,
    reply: ({ viewer, params }) =>
      transaction((tx) => searches.openSavedSearch(tx, viewer.buyer_id, params.id)),
  }),
  page('/saved_searches', {
    may: buyer,
    needs: 'offers:read',
    title: 'Saved Searches',
    island: calls.savedSearches,
    props: ({ db, viewer }) => listOf(db, viewer),
  }),
];

export default (dependencies: RouteDependencies): Routes => [
  ...favoriteRoutes(dependencies),
  ...recentViewRoutes(dependencies),
  ...savedSearchRoutes(dependencies),
];
