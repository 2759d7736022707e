import { MAX_PER_PAGE } from '../../db/page';
import { buyer, trader } from '../accounts/policy';
import { ownAddresses } from '../addresses/queries';
import { addressDocument } from '../addresses/serializer';
import { idNumber, pageNumber } from '../http/pagination';
import { page, type Routes } from '../http/route';
import { barLocals, cleanAddress } from '../lists/bar';
import { type PageSearch, pageSearch } from '../lists/page-search';
import type { Services } from '../services';
import { cart, IN_CART, myOffers, NEGOTIATED, type OffersDocument, offerTabs } from './contract';
import { type DocumentContext, offerDocument, offersDocument } from './document';
import { type OfferFilter, ownOffers } from './lists/pages';
import { foundOffers, offersBar, searchInOffers } from './lists/search';
import { type Party, visibleOffer } from './policy';
import type { LoadThreads } from './serializer';
import { inCart } from './state-contract';

interface PageServices {
  readonly db: Services['db'];
  readonly context: DocumentContext;
}

async function ownOffersDocument({ db, context }: PageServices, viewer: Party, filter: OfferFilter) {
  const { offers, more } = await ownOffers(db, viewer, filter);
  return { offers: await offersDocument(db, offers, viewer, context), more };
}

async function searchedOffers(
  { db, context }: PageServices,
  viewer: Party,
  page: number,
  { search, shown }: PageSearch,
) {
  const range = { page, per: NEGOTIATED.per };
  const { offers, total } = search
    ? await foundOffers(db, viewer, { ...search, state: NEGOTIATED.state }, range)
    : { offers: [], total: 0 };
  return {
    offers: await offersDocument(db, offers, viewer, context),
    more: range.page * range.per < total,
    search: shown && { ...shown, total },
  };
}

/** The offer that the address names, unless the list holds it or it is in a cart. */
async function linkedOffer(services: PageServices, viewer: Party, id: number | null, listed: OffersDocument) {
  if (id === null || listed.data.some(({ attributes }) => attributes.id === id)) return null;
  const offer = await visibleOffer(viewer, { id }, services);
  if (!offer || inCart(offer.state)) return null;
  return offerDocument(services.db, id, offer, viewer, services.context);
}

const pageServices = ({ db, config }: Services, loadThreads: LoadThreads): PageServices => ({
  db,
  context: { feeBps: config.feeBps, loadThreads },
});

export default (loadThreads: LoadThreads): Routes => [
  page('/cart', {
    may: buyer,
    title: 'Cart',
    island: cart,
    props: async ({ viewer, services }) => ({
      offers: (
        await ownOffersDocument(pageServices(services, loadThreads), viewer, {
          page: 1,
          per: MAX_PER_PAGE,
          ...IN_CART,
        })
      ).offers,
      unpaidOrderHours: services.config.unpaidOrderHours,
      addresses: (await ownAddresses(services.db, viewer)).map(addressDocument),
      company: viewer.name,
    }),
  }),
  page('/my_offers', {
    may: trader,
    title: 'My Offers',
    island: myOffers,
    view: 'pages/own_list',
    redirect: ({ req }) => cleanAddress(req.originalUrl),
    locals: async ({ query }) => barLocals(offersBar, await pageSearch(query, searchInOffers)),
    props: async ({ viewer, query, services }) => {
      const [pageShown, opened] = [pageNumber(query.page), idNumber(query.offer)];
      const own = pageServices(services, loadThreads);
      const asked = await pageSearch(query, searchInOffers);
      const { search, ...shown } = asked.shown
        ? await searchedOffers(own, viewer, pageShown, asked)
        : { ...(await ownOffersDocument(own, viewer, { page: pageShown, ...NEGOTIATED })), search: null };
      return {
        ...shown,
        page: pageShown,
        side: viewer.kind,
        feeBps: viewer.kind === 'buyer' ? null : services.config.feeBps,
        now: services.databaseClock.now().toISOString(),
        tab: offerTabs.find((tab) => tab === query.tab) ?? null,
        opened,
        linked: search ? null : await linkedOffer(own, viewer, opened, shown.offers),
        search,
      };
    },
  }),
];
