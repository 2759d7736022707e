import { cents } from '../../../server/contract/money';
import type { Factory } from '../../support/factories';
import type { Prepare } from '../preparations';

type OfferOptions = Parameters<Factory['anOffer']>[0];

const anOffer =
  (side: 'buyer' | 'seller', options: OfferOptions = {}): Prepare =>
  async (factory) => {
    const offer = await factory.anOffer(options);
    return {
      as: offer[side],
      params: { id: offer.id },
      ids: { 3: offer.version, 2087: offer.lines[0]?.id ?? 0, 1042: offer.id },
    };
  };

const ofLine: Prepare = async (factory) => {
  const offer = await factory.anOffer({ state: 'draft' });
  return { as: offer.buyer, params: { offer_id: offer.id, id: offer.lines[0]?.id ?? 0 } };
};

/** A purchaser asked to send a draft of $80.00, above their limit. */
const anApproval =
  (by: 'owner' | 'requester'): Prepare =>
  async (factory) => {
    const owner = await factory.aBuyer();
    const requester = await factory.aMember(owner, 'purchaser', { order_limit_cents: cents(100) });
    const offer = await factory.anOffer({ buyer: owner, state: 'draft' });
    const answer = await (await factory.as(requester)).request('PUT', `/offers/${offer.id}/submit`);
    if (answer.status !== 202) throw new Error(answer.text);
    const request = await factory.db('approval_requests').where({ offer_id: offer.id }).first('id');
    return {
      as: by === 'owner' ? owner : requester,
      ...(by === 'requester' && { client: await factory.as(requester) }),
      params: { id: request?.id ?? 0 },
      ids: { 3: offer.version },
    };
  };

const aThread: Prepare = async (factory) => {
  const offer = await factory.anOffer();
  const [message] = await factory
    .db('messages')
    .insert({ offer_id: offer.id, side: 'buyer', user_id: offer.buyer.id, body: 'Are these new?' })
    .returning('id');
  return { as: offer.seller, params: { id: offer.id }, ids: { 4117: Number(message?.id ?? 0) } };
};

const aBulkAnswer: Prepare = async (factory) => {
  const offer = await factory.anOffer();
  const as = offer.seller;
  const answer = await (await factory.as(as)).request('POST', '/offers/bulk_answers', {
    body: {
      bulk_answer: {
        offer_ids: [offer.id],
        action: 'reject',
        key: crypto.randomUUID(),
        rows: [{ offer_id: offer.id, version: offer.version }],
      },
    },
  });
  return { as, params: { id: (answer.body as { bulk_answer: { id: number } }).bulk_answer.id } };
};

const aRule: Prepare = async (factory) => {
  const as = await factory.aSeller();
  const [rule] = await factory
    .db('answer_rules')
    .insert({ seller_id: as.seller_id, scope: 'catalog', accept_at: 900, created_by: as.id })
    .returning('id');
  return { as, params: { id: rule?.id ?? 0 } };
};

const approvals: Readonly<Record<string, Prepare>> = {
  'GET /approvals': anApproval('requester'),
  'POST /approvals/:id/approve': anApproval('owner'),
  'POST /approvals/:id/decline': anApproval('owner'),
  'POST /approvals/:id/cancel': anApproval('requester'),
};

export const offers: Readonly<Record<string, Prepare>> = {
  ...approvals,
  'GET /offers': anOffer('buyer'),
  'GET /offers.csv': anOffer('seller'),
  'GET /offers/:id': anOffer('seller', { state: 'buyer_review' }),
  'PUT /offers/:id/submit': anOffer('buyer', { state: 'draft' }),
  'PUT /offers/:id/accept': anOffer('seller'),
  'POST /offers/:id/counter_offer': anOffer('seller', { lines: [{ unit_price: cents(400) }] }),
  'POST /offers/:id/counter_offer/reject': anOffer('seller'),
  'POST /offers/:id/withdraw': anOffer('buyer'),
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
    const seller = await factory.aSeller();
    await factory
      .db('sellers')
      .where({ id: seller.seller_id })
      .update({ shipping_terms: ['seller_pays', 'pickup'] });
    return anOffer('buyer', { seller, state: 'draft' })(factory);
  },
  'POST /purchase_orders/:id/buy_again': async (factory) => {
    const order = await factory.anOrder();
    return { as: order.buyer, params: { id: order.id } };
  },
  'POST /offers/:id/offer_again': anOffer('buyer', { state: 'rejected' }),
  'GET /price_guides': async (factory) => {
    const order = await factory.anOrder();
    return { as: order.buyer, query: { product_id: order.product.id } };
  },
  'GET /offers/:id/messages': aThread,
  'POST /offers/:id/messages': aThread,
  'PUT /offers/:id/messages/read': aThread,
  'POST /offers/bulk_answers/preview': anOffer('seller'),
  'POST /offers/bulk_answers': anOffer('seller'),
  'GET /offers/bulk_answers/:id': aBulkAnswer,
  'GET /seller/answer_rules': aRule,
  'POST /seller/answer_rules': async (factory) => ({ as: await factory.aSeller() }),
  'PUT /seller/answer_rules/:id': aRule,
  'DELETE /seller/answer_rules/:id': aRule,
};
