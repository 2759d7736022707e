import type { OfferRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { type Person, trader } from '../accounts/policy';
import { broadcastOnCommit } from '../cable/cable';
import type { Channel } from '../cable/channel';
import { isCapable } from '../contract/capabilities';
import type { OfferChange } from './offer';
import { inCart } from './rules';

export const buyerStream = (id: number) => `offers:buyer:${id}`;
export const sellerStream = (id: number) => `offers:seller:${id}`;

export const offersChannel: Channel<Person> = {
  name: 'OffersChannel',
  may: (viewer) => trader(viewer) && isCapable(viewer, 'offers:read'),
  streams: ({ buyer_id, seller_id }) => {
    if (buyer_id !== null) return [buyerStream(buyer_id)];
    return seller_id === null ? null : [sellerStream(seller_id)];
  },
};

/** The offer itself is as it was: only the buyer's company hears of requests for approval. */
export function broadcastApproval(tx: Tx, { id, buyer_id, state, version, updated_at }: OfferRow) {
  broadcastOnCommit(tx, buyerStream(buyer_id), { event: 'approval', id, state, version, updated_at });
}

export function broadcastOffer(tx: Tx, offer: OfferRow, event: OfferChange) {
  const { id, state, version, updated_at } = offer;
  // Clients have one word for an offer that stock reduced, to nothing as well.
  const message = { event: event === 'cancel' ? 'cut' : event, id, state, version, updated_at };
  broadcastOnCommit(tx, buyerStream(offer.buyer_id), message);
  if (!inCart(state)) broadcastOnCommit(tx, sellerStream(offer.seller_id), message);
}
