import { related } from '../../server/contract/document';
import type { Offer, OfferProduct, OffersDocument } from '../../server/offers/contract';
import type { Side } from '../../server/offers/state-contract';
import type { Entry } from '../live/steady-list';

export interface OfferItem {
  offer: Offer;
  lines: readonly OfferProduct[];
}

const CLOSED = 'Closed';

export const GROUPS = [
  { title: 'Needs your response', holds: ({ attributes }: Offer) => attributes.can_accept, most: Infinity },
  {
    title: 'Waiting',
    holds: ({ attributes }: Offer) => !attributes.can_accept && attributes.state !== 'rejected',
    most: Infinity,
  },
  // Closed offers are for reference.
  { title: CLOSED, holds: ({ attributes }: Offer) => attributes.state === 'rejected', most: 3 },
] as const;

export const entriesOf = (document: OffersDocument | undefined): Entry<OfferItem>[] =>
  GROUPS.flatMap(({ title, holds }) =>
    (document?.data ?? []).filter(holds).map((offer) => ({
      key: offer.id,
      place: title,
      version: offer.attributes.version,
      isOver: title === CLOSED,
      item: { offer, lines: related(document?.included ?? [], offer.relationships.offer_products) },
    })),
  );

const ENDINGS: Record<string, string> = {
  reject: 'Rejected by the',
  withdraw: 'Withdrawn by the',
};

const REASONS: Record<string, string> = {
  cancel: 'Canceled: out of stock',
  expire: 'Expired: no response in time',
  deny: 'Closed by the marketplace',
};

export function reasonOf({ attributes: { state, history } }: Offer, side: Side): string {
  // Accepted offers are in no group.
  if (state !== 'rejected') return 'Accepted: now an order';
  const last = history.at(-1);
  const ending = ENDINGS[last?.event ?? ''];
  if (last && ending)
    return last.actor === side ? `${ending.replace(' the', ' you')}` : `${ending} ${last.actor}`;
  return REASONS[last?.event ?? ''] ?? 'This offer has ended';
}
