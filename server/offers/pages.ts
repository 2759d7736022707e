import { MAX_PER_PAGE } from '../../db/page';
import { type Buyer, buyer, trader } from '../accounts/policy';
import { ownAddresses } from '../addresses/queries';
import { addressDocument } from '../addresses/serializer';
import { isCapable } from '../contract/capabilities';
import { idNumber, pageNumber } from '../http/pagination';
import { page, type Routes } from '../http/route';
import { barLocals, cleanAddress } from '../lists/bar';
import { pageSearch } from '../lists/page-search';
import type { Services } from '../services';
import { cart, IN_CART } from './cart/contract';
import { type Approval, myOffers, NEGOTIATED, type OffersDocument, offerTabs } from './contract';
import { type DocumentContext, offerDocument } from './document';
import { offerList } from './lists/list';
import { offersBar, searchInOffers } from './lists/search';
import { type Party, visibleOffer } from './policy';
import { inCart } from './rules';
import type { LoadThreads } from './serializer';

interface PageServices {
  readonly db: Services['db'];
  readonly context: DocumentContext;
}

/** The offer that the address names, unless the list holds it or it is in a cart. */
async function linkedOffer(services: PageServices, viewer: Party, id: number | null, listed: OffersDocument) {
  if (id === null || listed.data.some(({ attributes }) => attributes.id === id)) return null;
  const offer = await visibleOffer(viewer, { id }, services);
  if (!offer || inCart(offer.state)) return null;
  return offerDocument(services.db, offer, { ...services.context, viewer });
}

/** Of a search that is not valid. */
const NOTHING = { offers: { data: [], included: [] }, more: false, total: 0 };

const WHOLE_CART = { page: 1, per: MAX_PER_PAGE, search: null, ...IN_CART };

const pageServices = ({ db, config }: Services, loadThreads: LoadThreads): PageServices => ({
  db,
  context: { feeBps: config.feeBps, loadThreads },
});

/** The open requests of the buyer's company, and those of the viewer that were declined. */
type LoadApprovals = (db: Services['db'], viewer: Buyer) => Promise<Approval[]>;

export default (loadThreads: LoadThreads, loadApprovals: LoadApprovals): Routes => [
  page('/cart', {
    may: buyer,
    needs: 'offers:read',
    title: 'Cart',
    island: cart,
    props: async ({ viewer, services }) => {
      const { db, context } = pageServices(services, loadThreads);
      return {
        offers: (await offerList(db, viewer, WHOLE_CART, context)).offers,
        unpaidOrderHours: services.config.unpaidOrderHours,
        addresses: (await ownAddresses(db, viewer)).map(addressDocument),
        company: viewer.name,
        readOnly: !isCapable(viewer, 'offers:write'),
        orderLimit: viewer.limits.order_cents,
      };
    },
  }),
  page('/my_offers', {
    may: trader,
    needs: 'offers:read',
    title: 'My Offers',
    island: myOffers,
    view: 'pages/searched_list',
    redirect: ({ req }) => cleanAddress(req.originalUrl),
    locals: async ({ query }) => barLocals(offersBar, await pageSearch(query, searchInOffers)),
    props: async ({ viewer, query, services }) => {
      const [pageShown, opened] = [pageNumber(query.page), idNumber(query.offer)];
      const own = pageServices(services, loadThreads);
      const { search, shown } = await pageSearch(query, searchInOffers);
      const request = { page: pageShown, search, ...NEGOTIATED };
      const list = shown?.error ? NOTHING : await offerList(own.db, viewer, request, own.context);
      return {
        offers: list.offers,
        approvals: viewer.kind === 'buyer' ? await loadApprovals(own.db, viewer) : [],
        buysAgain: isCapable(viewer, 'offers:write'),
        orderLimit: viewer.limits.order_cents,
        more: list.more,
        page: pageShown,
        side: viewer.kind,
        feeBps: viewer.kind === 'buyer' ? null : services.config.feeBps,
        now: services.databaseClock.now().toISOString(),
        tab: offerTabs.find((tab) => tab === query.tab) ?? null,
        opened,
        linked: shown ? null : await linkedOffer(own, viewer, opened, list.offers),
        search: shown && { ...shown, total: list.total ?? 0 },
      };
    },
  }),
];
