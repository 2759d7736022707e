import type { InferType } from 'yup';
import { type Buyer, buyer } from '../../accounts/policy';
import { array, boolean, id, object } from '../../contract/fields';
import { cents } from '../../contract/money';
import { Conflict } from '../../http/errors';
import { type Routes, route } from '../../http/route';
import { visibleOrder } from '../../orders/policy';
import type { Services } from '../../services';
import { showOffer } from '../contract';
import type { CurrentOffers } from '../current-offer';
import { visibleOffer, visibleOfferOfLine } from '../policy';
import type { OfferWithNames } from '../queries';
import { MAX_LINES } from '../rules';
import { createOfferBody, lineBody, moveLineBody, removeLineQuery } from '../schema';
import { changeOfferShipping } from '../shipping/change';
import { shippingBody } from '../shipping/schema';
import type { CartMove } from '../state-machine';
import { addAgain, previewAgain } from './buy-again';
import { offeredProducts, orderedProducts } from './buy-again-rows';
import { addToCart, changeCartLine, moveCartLine, removeCartLine } from './cart';
import {
  buyAgain,
  changeLine,
  changeShipping,
  createOffer,
  moveToCart,
  offerAgain,
  removeLine,
  saveForLater,
} from './contract';

const buyAgainBody = object({
  preview: boolean().default(false),
  replace: array(id().required()).max(MAX_LINES).default([]),
});

interface MoveLine {
  readonly services: Services;
  readonly viewer: Buyer;
  readonly body: InferType<typeof moveLineBody>;
  readonly subject: OfferWithNames;
}

export default ({ document, documentAfter, lineDocument, orCurrent }: CurrentOffers): Routes => {
  const moveLine = ({ services, viewer, body, subject }: MoveLine, event: CartMove) => {
    const { offer_product_id, version } = body;
    const act = moveCartLine(services, viewer, subject.id, offer_product_id, event, version);
    return documentAfter(viewer, subject, act);
  };

  return [
    route(createOffer, {
      body: createOfferBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/cart', notice: 'Added to your cart.' },
      status: 201,
      reply: async ({ services, viewer, body }) => {
        const { seller_user_id, offer_products_attributes } = body.offer;
        const lines = offer_products_attributes.map((line) => ({
          ...line,
          unit_price_cents: cents(line.unit_price),
        }));
        const added = await addToCart(services, viewer, seller_user_id, lines);
        return document(viewer, added.offer, added);
      },
    }),
    route(changeLine, {
      body: lineBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      find: visibleOfferOfLine,
      reply: async ({ services, viewer, params, body, subject }) => {
        const change = { ...body, unit_price_cents: cents(body.unit_price) };
        const act = changeCartLine(services, viewer, params.offer_id, params.id, change);
        return lineDocument(viewer, subject, await orCurrent(viewer, params.offer_id, act), params.id);
      },
    }),
    route(removeLine, {
      query: removeLineQuery,
      may: buyer,
      needs: 'offers:write',
      retry: 'done',
      form: { to: '/cart', notice: 'Removed from your cart.' },
      find: visibleOfferOfLine,
      reply: async ({ services, viewer, params, query }) => {
        const act = removeCartLine(services, viewer, params.offer_id, params.id, query.version);
        await orCurrent(viewer, params.offer_id, act);
        return undefined;
      },
    }),
    route(saveForLater, {
      body: moveLineBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/cart', notice: 'Saved for later.' },
      find: visibleOffer,
      reply: (call) => moveLine(call, 'save_for_later'),
    }),
    route(moveToCart, {
      body: moveLineBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      form: { to: '/cart', notice: 'Moved to your cart.' },
      find: visibleOffer,
      reply: (call) => moveLine(call, 'move_to_cart'),
    }),
    route(changeShipping, {
      body: shippingBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      find: visibleOffer,
      reply: ({ services, viewer, params, body, subject }) =>
        documentAfter(viewer, subject, changeOfferShipping(services, viewer, params.id, body)),
    }),
    route(buyAgain, {
      body: buyAgainBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      find: visibleOrder,
      reply: ({ services, db, viewer, subject: { id, seller_id }, body }) => {
        const source = { id, seller_id, products: orderedProducts };
        return body.preview ? previewAgain(db, source) : addAgain(services, viewer, source, body.replace);
      },
    }),
    route(offerAgain, {
      body: buyAgainBody,
      may: buyer,
      needs: 'offers:write',
      retry: showOffer,
      find: visibleOffer,
      reply: ({ services, db, viewer, subject: { id, seller_id, state }, body }) => {
        if (state !== 'rejected') throw Conflict('Only offers that were closed can be made again.');
        const source = { id, seller_id, products: offeredProducts };
        return body.preview ? previewAgain(db, source) : addAgain(services, viewer, source, body.replace);
      },
    }),
  ];
};
