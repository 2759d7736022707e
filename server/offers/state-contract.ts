export const offerStates = [
  'draft',
  'saved_for_later',
  'seller_review',
  'buyer_review',
  'accepted',
  'rejected',
] as const;

export type OfferState = (typeof offerStates)[number];

export type Side = 'buyer' | 'seller';

interface Move {
  event: string;
  by: Side;
  from: OfferState;
  to: OfferState;
  /** Not for an offer that waits for its buyer because it was reduced to the stock at hand. */
  unlessReduced?: true;
}

/** Who may do what from where, and where it leads. Anything else is 409. */
export const offerMoves = [
  { event: 'submit', by: 'buyer', from: 'draft', to: 'seller_review' },
  { event: 'accept', by: 'buyer', from: 'draft', to: 'accepted' },
  { event: 'accept', by: 'seller', from: 'seller_review', to: 'accepted' },
  { event: 'accept', by: 'buyer', from: 'buyer_review', to: 'accepted' },
  { event: 'counter', by: 'seller', from: 'seller_review', to: 'buyer_review' },
  { event: 'counter', by: 'buyer', from: 'buyer_review', to: 'seller_review' },
  { event: 'reject', by: 'seller', from: 'seller_review', to: 'rejected' },
  { event: 'reject', by: 'buyer', from: 'buyer_review', to: 'rejected' },
  // While the other side has not answered: the buyer takes the offer back, the seller the counter.
  { event: 'withdraw', by: 'buyer', from: 'seller_review', to: 'rejected' },
  { event: 'withdraw', by: 'seller', from: 'buyer_review', to: 'seller_review', unlessReduced: true },
] as const satisfies readonly Move[];

export type OfferEvent = (typeof offerMoves)[number]['event'];

/** Where this side's event leads from this state; null where it may not happen. */
export const moveOf = (event: OfferEvent, by: Side, from: OfferState, reduced = false): OfferState | null =>
  offerMoves.find(
    (move) =>
      move.event === event && move.by === by && move.from === from && !(reduced && 'unlessReduced' in move),
  )?.to ?? null;

/** Whether the offer is as the stock left it, not as a side named it last. Takes the history, oldest first. */
export const isReduced = (history: readonly { event: string }[]): boolean =>
  history.findLast(({ event }) => event === 'counter' || event === 'cut')?.event === 'cut';

export const inCart = (state: OfferState) => state === 'draft' || state === 'saved_for_later';

/** Over for good. */
export const isClosed = (state: OfferState) => state === 'accepted' || state === 'rejected';

export const underReview = (state: OfferState) => state === 'seller_review' || state === 'buyer_review';
