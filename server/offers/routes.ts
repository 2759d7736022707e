import type { InferType } from 'yup';
import { type Buyer, buyer, member, type Person, trader } from '../accounts/policy';
import { cents } from '../contract/money';
import { sendCsv } from '../http/csv-response';
import { NotFound } from '../http/errors';
import { linkNext, setListHeaders } from '../http/pagination';
import { type RouteDependencies, type Routes, route } from '../http/route';
import { headingsOf } from '../orders/own-search/csv';
import { foundPage, listRange, searchInOffers } from '../orders/own-search/query';
import { accept } from './acceptance';
import { addToCart, changeCartLine, moveCartLine, removeCartLine } from './cart';
import {
  acceptOffer,
  changeLine,
  changeShipping,
  counterOffer,
  createOffer,
  exportOffers,
  listOffers,
  moveToCart,
  rejectOffer,
  removeLine,
  saveForLater,
  showOffer,
  submitOffer,
  withdrawOffer,
} from './contract';
import { allOffers, ownOffers } from './lists';
import { counter, reject, withdraw } from './negotiation';
import { orCurrentOffer } from './ordering/current-offer';
import ordering from './ordering/routes';
import { submit } from './ordering/submission';
import { findOffers, foundOffers, listOffersQuery, offerCells, offerColumns } from './own-search';
import { visibleOffer, visibleOfferOfLine } from './policy';
import {
  counterBody,
  createOfferBody,
  lineBody,
  moveLineBody,
  notedBody,
  removeLineQuery,
  shippedBody,
} from './schema';
import { type LoadThreads, offerDocument, offerProductDocument, offersDocument } from './serializer';
import { changeOfferShipping } from './shipping/change';
import { shippingBody } from './shipping/schema';

const nullableCents = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : cents(amount);

export default ({ services }: RouteDependencies, loadThreads: LoadThreads): Routes => {
  const { config, db } = services;
  const context = { feeBps: config.feeBps, loadThreads };

  const current = async (viewer: Person, { id }: { id: number }) => {
    const offer = await visibleOffer(viewer, { id }, services);
    if (!offer) throw NotFound();
    return offer;
  };
  const document = (viewer: Person, { id }: { id: number }) =>
    offerDocument(db, id, current(viewer, { id }), viewer, context);

  const orCurrent = <Result>(viewer: Person, id: number, act: Promise<Result>) =>
    orCurrentOffer(act, { id }, { db, viewer, context });

  const moveLine = async (
    viewer: Buyer,
    { id }: { id: number },
    { offer_product_id, version }: InferType<typeof moveLineBody>,
    to: 'draft' | 'saved_for_later',
  ) =>
    document(
      viewer,
      await orCurrent(viewer, id, moveCartLine(services, viewer, id, offer_product_id, to, version)),
    );

  return [
    route(listOffers, {
      query: listOffersQuery,
      may: member,
      reply: async ({ viewer, query, req, res }) => {
        const search = await searchInOffers(query);
        if (search) {
          const range = await foundPage.validate(query);
          const { offers, total } = await foundOffers(db, viewer, { ...search, state: query.state }, range);
          setListHeaders(req, res, range, total);
          return offersDocument(db, offers, viewer, context);
        }
        const range = { ...listRange(query), state: query.state };
        if (viewer.kind !== 'staff') {
          const { offers, more } = await ownOffers(db, viewer, range);
          if (more) linkNext(req, res, range.page);
          return offersDocument(db, offers, viewer, context);
        }
        const { offers, total } = await allOffers(db, range);
        setListHeaders(req, res, range, Number(total));
        return offersDocument(db, offers, viewer, context);
      },
    }),
    route(exportOffers, {
      query: listOffersQuery,
      may: trader,
      reply: async ({ viewer, query: { state, ...query }, res }) => {
        const search = (await searchInOffers(query)) ?? {};
        const { ids } = await findOffers(db, viewer, { ...search, state });
        await sendCsv(res, 'offers', headingsOf(offerColumns(viewer.kind)), offerCells(db, viewer.kind, ids));
        return undefined;
      },
    }),
    route(showOffer, {
      may: member,
      find: visibleOffer,
      reply: ({ viewer, subject }) => offerDocument(db, subject.id, subject, viewer, context),
    }),
    route(createOffer, {
      body: createOfferBody,
      may: buyer,
      form: { to: '/cart', notice: 'Added to your cart.' },
      status: 201,
      reply: async ({ viewer, body }) => {
        const { seller_user_id, offer_products_attributes } = body.offer;
        const lines = offer_products_attributes.map((line) => ({
          ...line,
          unit_price: cents(line.unit_price),
        }));
        return document(viewer, await addToCart(services, viewer, seller_user_id, lines));
      },
    }),
    route(changeLine, {
      body: lineBody,
      may: buyer,
      find: visibleOfferOfLine,
      reply: async ({ viewer, params, body }) => {
        const change = { ...body, unit_price: cents(body.unit_price) };
        const act = changeCartLine(services, viewer, params.offer_id, params.id, change);
        const offer = await orCurrent(viewer, params.offer_id, act);
        return offerProductDocument(db, await current(viewer, offer), params.id, viewer, context);
      },
    }),
    route(removeLine, {
      query: removeLineQuery,
      may: buyer,
      form: { to: '/cart', notice: 'Removed from your cart.' },
      find: visibleOfferOfLine,
      reply: async ({ viewer, params, query }) => {
        const act = removeCartLine(services, viewer, params.offer_id, params.id, query.version);
        await orCurrent(viewer, params.offer_id, act);
        return undefined;
      },
    }),
    route(saveForLater, {
      body: moveLineBody,
      may: buyer,
      form: { to: '/cart', notice: 'Saved for later.' },
      find: visibleOffer,
      reply: ({ viewer, params, body }) => moveLine(viewer, params, body, 'saved_for_later'),
    }),
    route(moveToCart, {
      body: moveLineBody,
      may: buyer,
      form: { to: '/cart', notice: 'Moved to your cart.' },
      find: visibleOffer,
      reply: ({ viewer, params, body }) => moveLine(viewer, params, body, 'draft'),
    }),
    route(changeShipping, {
      body: shippingBody,
      may: buyer,
      find: visibleOffer,
      reply: async ({ viewer, params, body }) =>
        document(
          viewer,
          await orCurrent(viewer, params.id, changeOfferShipping(services, viewer, params.id, body)),
        ),
    }),
    route(submitOffer, {
      body: shippedBody,
      may: buyer,
      form: { to: '/my_offers', notice: 'Offer sent.' },
      find: visibleOffer,
      reply: async ({ viewer, params, body }) =>
        document(
          viewer,
          await orCurrent(viewer, params.id, submit(services, params.id, viewer, body, config)),
        ),
    }),
    route(acceptOffer, {
      body: shippedBody,
      may: trader,
      form: { to: '/my_orders', notice: 'Offer accepted.' },
      find: visibleOffer,
      reply: async ({ viewer, params, body, subject }) => {
        // Without a version, the one read at the start of the request counts.
        const act = accept(services, {
          offerId: params.id,
          viewer,
          version: body.version ?? subject.version,
          addressId: body.ship_to_address_id,
          terms: config,
          note: body.note,
        });
        await orCurrent(viewer, params.id, act);
        return document(viewer, params);
      },
    }),
    route(counterOffer, {
      body: counterBody,
      may: trader,
      form: { to: '/my_offers', notice: 'Counteroffer sent.' },
      find: visibleOffer,
      reply: async ({ viewer, params, body }) => {
        const prices = body.offer_products_attributes.map(({ id, unit_price }) => ({
          id,
          unit_price: cents(unit_price),
        }));
        const freight = nullableCents(body.freight_cents);
        const options = { version: body.version, note: body.note, prices, freight };
        return document(viewer, await counter(services, params.id, viewer, options, config));
      },
    }),
    route(rejectOffer, {
      body: notedBody,
      may: trader,
      form: { to: '/my_offers', notice: 'Offer rejected.' },
      find: visibleOffer,
      reply: async ({ viewer, params, body }) =>
        document(viewer, await reject(services, params.id, viewer, body)),
    }),
    route(withdrawOffer, {
      body: notedBody,
      may: trader,
      form: { to: '/my_offers', notice: 'Offer withdrawn.' },
      find: visibleOffer,
      reply: async ({ viewer, params, body }) =>
        document(viewer, await withdraw(services, params.id, viewer, body, config)),
    }),
    ...ordering(),
  ];
};
