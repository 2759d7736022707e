import { related } from '../../server/contract/document';
import type { ListSearch } from '../../server/lists/contract';
import {
  listOffers,
  NEGOTIATED,
  type Offer,
  type OfferDocument,
  type OfferProduct,
  type OffersDocument,
  type OfferTab,
  showOffer,
} from '../../server/offers/contract';
import { call } from '../browser/api';
import type { Entry } from '../live/steady/rows';
import { isTurn } from './freight';

export interface OfferItem {
  offer: Offer;
  lines: readonly OfferProduct[];
}

export function tabOf(attributes: Offer['attributes']): OfferTab | null {
  const { state } = attributes;
  if (state === 'rejected') return 'closed';
  if (state === 'accepted') return null;
  return isTurn(attributes) ? 'needs_response' : 'waiting';
}

export const entriesOf = (document: OffersDocument | undefined): Entry<OfferItem>[] =>
  (document?.data ?? []).flatMap((offer) => {
    const tab = tabOf(offer.attributes);
    if (!tab) return [];
    return {
      key: offer.id,
      place: tab,
      version: offer.attributes.version,
      isOver: tab === 'closed',
      item: { offer, lines: related(document?.included ?? [], offer.relationships.offer_products) },
    };
  });

/** Adds the offer of a link that is on another page of the list. */
export function withLinked<Listed extends OffersDocument | undefined>(
  listed: Listed,
  linked: OfferDocument | null,
): Listed {
  if (!listed || !linked || listed.data.some(({ id }) => id === linked.data.id)) return listed;
  return {
    data: [...listed.data, linked.data],
    included: [...listed.included, ...linked.included],
  } as Listed;
}

export async function loadOffers(
  page: number,
  linked: OfferDocument | null,
  search?: ListSearch,
): Promise<OffersDocument> {
  const [listed, current] = await Promise.all([
    call(listOffers, {}, undefined, { ...NEGOTIATED, page, ...search }),
    linked && call(showOffer, { id: linked.data.attributes.id }),
  ]);
  return withLinked(listed, current);
}
