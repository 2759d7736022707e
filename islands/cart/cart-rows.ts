import { related } from '../../server/contract/document';
import type { Offer, OfferProduct, OffersDocument } from '../../server/offers/contract';
import type { Entry, SteadyRow } from '../live/steady/rows';

export interface CartItem {
  offer: Offer;
  line: OfferProduct;
}

export type CartRow = SteadyRow<CartItem>;

export const SAVED = 'saved';

/** Draft lines by seller, then lines saved for later. */
export function entriesOf(document: OffersDocument | undefined): Entry<CartItem>[] {
  const entriesIn = (state: Offer['attributes']['state']) =>
    (document?.data ?? [])
      .filter(({ attributes }) => attributes.state === state)
      .flatMap((offer) =>
        related(document?.included ?? [], offer.relationships.offer_products).map((line) => ({
          key: line.id,
          place: state === 'draft' ? offer.id : SAVED,
          version: `${line.attributes.quantity} ${line.attributes.unit_price}`,
          isOver: state !== 'draft',
          item: { offer, line },
        })),
      );
  return [...entriesIn('draft'), ...entriesIn('saved_for_later')];
}

/** Groups rows by offer, in the order of their first rows. */
export function byOffer(rows: readonly CartRow[]): [string, CartRow[]][] {
  const groups = new Map<string, CartRow[]>();
  for (const row of rows)
    if (row.place !== SAVED) groups.set(row.place, [...(groups.get(row.place) ?? []), row]);
  return [...groups];
}

export const reasonOf = ({ item }: CartRow) =>
  item.offer.attributes.state === 'saved_for_later' ? 'Saved for later' : 'No longer in your cart';
