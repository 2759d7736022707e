import { anyone, shopper } from '../accounts/policy';
import { pageNumber } from '../http/pagination';
import { page, type Routes } from '../http/route';
import { filterTitle, type ListingState, readListing, readStorefront, searchOf } from '../search/rules';
import { visibleSeller } from '../sellers/policy';
import { sellerProfile } from '../sellers/serializer';
import { allProducts, productDetail, sellerStorefront } from './contract';
import { owns, visibleProductOfSeller } from './policy';
import { documentFor, similar, viewerRelation } from './presenter';

const listingTitle = (state: ListingState) =>
  state.query === '' ? filterTitle(state) : `Search: ${state.query}`;

export default (): Routes => [
  page(['/all_products', '/all_products/search', '/all_products/filter/:filter'], {
    may: shopper,
    title: ({ params, query }) => listingTitle(readListing(query, (params as { filter?: string }).filter)),
    heading: 'hidden',
    island: allProducts,
    props: async ({ services: { search }, viewer, params, query }) => {
      const state = readListing(query, (params as { filter?: string }).filter);
      const answer = await search.firstPage(searchOf(state, undefined, pageNumber(query.page)));
      return { state, answer, signed_in: viewer !== null };
    },
  }),
  page('/all_products/:seller_id/:product_id', {
    may: anyone,
    find: (viewer, params, services) =>
      visibleProductOfSeller(
        viewer,
        params,
        services,
        similar(services.db, params.seller_id, params.product_id),
      ),
    title: ({ subject: [product] }) => product.name,
    heading: 'hidden',
    island: productDetail,
    props: async ({ db, viewer, subject: [product, similarProducts] }) => ({
      product: await documentFor(db, product, viewer),
      similar: similarProducts,
      as: viewerRelation(viewer, product),
    }),
  }),
  page(['/seller/:id', '/seller/:id/search'], {
    may: anyone,
    find: visibleSeller,
    title: ({ subject }) => subject.name,
    heading: 'hidden',
    island: sellerStorefront,
    props: async ({ services: { search }, viewer, subject, query }) => {
      const state = readStorefront(query);
      const answer = await search.firstPage(searchOf(state, subject.id, pageNumber(query.page)));
      return {
        seller: sellerProfile(subject),
        state,
        answer,
        is_owner: owns(viewer, { seller_id: subject.id }),
      };
    },
  }),
];
