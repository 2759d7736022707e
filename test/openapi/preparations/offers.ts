import { cents } from '../../../server/contract/money';
import type { Prepare } from '../preparations';

type OfferOptions = Parameters<Parameters<Prepare>[0]['anOffer']>[0];

const anOffer =
  (side: 'buyer' | 'seller', options: OfferOptions): Prepare =>
  async (factory) => {
    const offer = await factory.anOffer(options);
    const line = offer.lines[0]?.id ?? 0;
    return {
      as: offer[side],
      params: { id: offer.id },
      ids: { 3: offer.version, 2087: line, 812: offer.product.id, 57: offer.seller.id },
    };
  };

const ofLine: Prepare = async (factory) => {
  const offer = await factory.anOffer({ state: 'draft', lines: [{ unit_price: cents(450) }] });
  return { as: offer.buyer, params: { offer_id: offer.id, id: offer.lines[0]?.id ?? 0 } };
};

export const offers: Readonly<Record<string, Prepare>> = {
  'GET /offers': anOffer('buyer', {}),
  'GET /offers.csv': anOffer('seller', {}),
  'GET /offers/:id': anOffer('seller', { state: 'buyer_review' }),
  'PUT /offers/:id/submit': anOffer('buyer', { state: 'draft' }),
  'PUT /offers/:id/accept': anOffer('seller', {}),
  'POST /offers/:id/counter_offer': async (factory) => {
    const offer = await factory.anOffer({ lines: [{ unit_price: cents(400) }] });
    return {
      as: offer.seller,
      params: { id: offer.id },
      ids: { 3: offer.version, 2087: offer.lines[0]?.id ?? 0 },
    };
  },
  'POST /offers/:id/counter_offer/reject': anOffer('seller', {}),
  'POST /offers/:id/withdraw': anOffer('buyer', {}),
  'POST /offers': async (factory) => {
    const seller = await factory.aSeller();
    const product = await factory.aProduct({ seller });
    return { as: await factory.aBuyer(), ids: { 57: seller.id, 812: product.id } };
  },
  'PUT /offers/:offer_id/offer_products/:id': ofLine,
  'DELETE /offers/:offer_id/offer_products/:id': ofLine,
  'POST /offers/:id/save_for_later': anOffer('buyer', { state: 'draft' }),
  'POST /offers/:id/move_to_cart': anOffer('buyer', { state: 'saved_for_later' }),
  'PUT /offers/:id/shipping': async (factory) => {
    const prepared = await anOffer('buyer', { state: 'draft' })(factory);
    const offer = await factory
      .db('offers')
      .where({ id: Number(prepared.params?.id) })
      .first();
    await factory
      .db('sellers')
      .where({ id: offer?.seller_id ?? 0 })
      .update({ shipping_terms: ['seller_pays', 'pickup'] } as never);
    return prepared;
  },
  'POST /purchase_orders/:id/buy_again': async (factory) => {
    const order = await factory.anOrder();
    return { as: order.buyer, params: { id: order.id } };
  },
  'POST /offers/:id/offer_again': anOffer('buyer', { state: 'rejected' }),
};
