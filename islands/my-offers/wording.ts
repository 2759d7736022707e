import type { Offer, OfferHistoryEntry } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';

type Attributes = Offer['attributes'];

export const otherSide = (side: Side): Side => (side === 'buyer' ? 'seller' : 'buyer');

export const nameOf = ({ buyer_name, seller_name }: Attributes, side: Side) =>
  side === 'buyer' ? buyer_name : seller_name;

/** "You" or the company's name. */
export const partyNames = (attributes: Attributes, viewer: Side): Record<Side, string> => ({
  ...{ buyer: attributes.buyer_name, seller: attributes.seller_name },
  [viewer]: 'You',
});

export const actorName = (actor: OfferHistoryEntry['actor'], names: Record<Side, string>) =>
  actor === 'buyer' || actor === 'seller' ? names[actor] : 'Marketplace staff';

const ENDINGS: Record<string, string> = {
  reject: 'Rejected by',
  withdraw: 'Withdrawn by',
};

const REASONS: Record<string, string> = {
  cancel: 'Canceled because it sold out',
  expire: 'Expired',
  deny: 'Closed by the marketplace',
};

/** Why the offer ended: "Withdrawn by the buyer on Nov 21". */
export function reasonOf({ state, history }: Attributes, side: Side, day: (iso: string) => string): string {
  // Accepted offers are in no tab.
  if (state !== 'rejected') return 'Accepted: now an order';
  const last = history.at(-1);
  if (!last) return 'This offer has ended';
  const ending = ENDINGS[last.event];
  const text = ending
    ? `${ending} ${last.actor === side ? 'you' : `the ${last.actor}`}`
    : (REASONS[last.event] ?? 'Ended');
  return `${text} on ${day(last.at)}`;
}

/** The latest message of either side. */
export const latestNote = ({ history }: Attributes) => history.findLast(({ note }) => note);
