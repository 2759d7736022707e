import { emit } from '../../db/events';
import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type Person, trader } from '../accounts/policy';
import { broadcastOnCommit } from '../cable/broadcast';
import type { Channel } from '../cable/channel';
import { inCart } from './state-contract';

declare module '../../db/events' {
  interface Events {
    /** An offer changed for its buyer, and for its seller once it has left the cart. */
    offer_changed: { offer: OfferRow; event: string };
  }
}

export const buyerStream = (id: number) => `offers:buyer:${id}`;
export const sellerStream = (id: number) => `offers:seller:${id}`;

export const offersChannel: Channel<Person> = {
  name: 'OffersChannel',
  may: trader,
  streams: ({ buyer_id, seller_id }) => {
    if (buyer_id !== null) return [buyerStream(buyer_id)];
    return seller_id === null ? null : [sellerStream(seller_id)];
  },
};

/** Notifies the buyer after the commit, and the seller unless the offer is in the cart. */
export async function offerChanged(tx: Tx, offer: OfferRow, event: string) {
  const { id, state, version, updated_at } = offer;
  const message = { event, id, state, version, updated_at };
  broadcastOnCommit(tx, buyerStream(offer.buyer_id), message);
  if (!inCart(state)) broadcastOnCommit(tx, sellerStream(offer.seller_id), message);
  await emit(tx, 'offer_changed', { offer, event });
}
