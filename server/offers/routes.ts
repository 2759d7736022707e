import type { Response } from 'express';
import { buyer, member, trader } from '../accounts/policy';
import { cents } from '../contract/money';
import { sendCsv } from '../http/csv';
import { setPageHeaders } from '../http/pagination';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { readList } from '../lists/query';
import { accept } from './acceptance';
import cartRoutes from './cart/routes';
import { submit } from './cart/submission';
import {
  acceptOffer,
  counterOffer,
  exportOffers,
  listOffers,
  rejectOffer,
  showOffer,
  submitOffer,
  withdrawOffer,
} from './contract';
import { currentOffers } from './current-offer';
import { offersFile } from './lists/csv';
import { hasChangedOffer, offerList } from './lists/list';
import { findOffers, listOffersQuery, offersQuery, searchInOffers } from './lists/search';
import { counter, reject, withdraw } from './negotiation';
import { visibleOffer } from './policy';
import { counterBody, notedBody, shippedBody } from './schema';
import type { LoadThreads } from './serializer';
import type { ActOrRequest } from './spending-limits';

const nullableCents = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : cents(amount);

/** What was done, or that it waits for a colleague. */
const doneOrRequested =
  (done: string) =>
  ({ res }: { readonly res: Response }) =>
    res.statusCode === 202 ? 'Approval requested.' : done;

export default (
  { services }: RouteDependencies,
  loadThreads: LoadThreads,
  actOrRequest: ActOrRequest,
): Routes => {
  const { config, db } = services;
  const context = { feeBps: config.feeBps, loadThreads };

  const offersNow = currentOffers(db, context);
  const { document, documentAfter, documentOrRequest, actOnSent } = offersNow;

  return [
    route(listOffers, {
      query: offersQuery,
      may: member,
      needs: 'offers:read',
      isUnchanged: async ({ viewer, query: { updated_since } }) =>
        updated_since !== undefined && !(await hasChangedOffer(db, viewer, updated_since)),
      reply: async ({ viewer, query, req, res }) => {
        const request = await readList(query, searchInOffers);
        const list = await offerList(db, viewer, { ...request, state: query.state }, context);
        setPageHeaders(req, res, request.page, list);
        return list.offers;
      },
    }),
    route(exportOffers, {
      query: listOffersQuery,
      may: trader,
      needs: 'offers:read',
      reply: async ({ viewer, query: { state, ...query }, res }) => {
        const search = (await searchInOffers(query)) ?? {};
        const { ids } = await findOffers(db, viewer, { ...search, state });
        await sendCsv(res, 'offers', offersFile(db, viewer.kind, ids));
        return undefined;
      },
    }),
    route(showOffer, {
      may: member,
      needs: 'offers:read',
      find: visibleOffer,
      reply: ({ viewer, subject }) => document(viewer, subject),
    }),
    route(submitOffer, {
      body: shippedBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/my_offers', notice: doneOrRequested('Offer sent.') },
      find: visibleOffer,
      reply: ({ viewer, params, body, subject, res }) =>
        documentOrRequest({ viewer, subject, res }, actOrRequest, () =>
          actOnSent(services, { viewer, id: params.id }, (acting) =>
            submit(acting, params.id, viewer, body, config),
          ),
        ),
    }),
    route(acceptOffer, {
      body: shippedBody,
      may: trader,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/my_orders', notice: doneOrRequested('Offer accepted.') },
      find: visibleOffer,
      reply: ({ viewer, params, body, subject, res }) =>
        documentOrRequest({ viewer, subject, res }, actOrRequest, async () => {
          const { offer, orderId, ...read } = await accept(services, {
            offerId: params.id,
            viewer,
            // Without a version, the one read at the start of the request counts.
            version: body.version ?? subject.version,
            addressId: body.ship_to_address_id,
            config,
            note: body.note,
            buyerPoNumber: body.buyer_po_number,
          });
          return { offer: { ...offer, purchase_order_id: orderId }, ...read };
        }),
    }),
    route(counterOffer, {
      body: counterBody,
      may: trader,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/my_offers', notice: doneOrRequested('Counteroffer sent.') },
      find: visibleOffer,
      reply: async ({ viewer, params, body, subject, res }) => {
        const prices = body.offer_products_attributes.map(({ id, unit_price }) => ({
          id,
          unit_price_cents: cents(unit_price),
        }));
        const freight = nullableCents(body.freight_cents);
        const options = { version: body.version, note: body.note, prices, freight };
        return documentOrRequest({ viewer, subject, res }, actOrRequest, () =>
          actOnSent(services, { viewer, id: params.id }, (acting) =>
            counter(acting, params.id, viewer, options, config),
          ),
        );
      },
    }),
    route(rejectOffer, {
      body: notedBody,
      may: trader,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/my_offers', notice: 'Offer rejected.' },
      find: visibleOffer,
      reply: ({ viewer, params, body, subject }) =>
        documentAfter(
          viewer,
          subject,
          actOnSent(services, { viewer, id: params.id }, (acting) => reject(acting, params.id, viewer, body)),
        ),
    }),
    route(withdrawOffer, {
      body: notedBody,
      may: trader,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/my_offers', notice: 'Offer withdrawn.' },
      find: visibleOffer,
      reply: ({ viewer, params, body, subject }) =>
        documentAfter(
          viewer,
          subject,
          actOnSent(services, { viewer, id: params.id }, (acting) =>
            withdraw(acting, params.id, viewer, body, config),
          ),
        ),
    }),
    ...cartRoutes(offersNow),
  ];
};
