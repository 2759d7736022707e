import { isOneOf } from '../contract/transitions';

export const offerStates = [
  'draft',
  'saved_for_later',
  'seller_review',
  'buyer_review',
  'accepted',
  'rejected',
] as const;

export type OfferState = (typeof offerStates)[number];

/** The buyer's cart: never sent, so the seller doesn't see them. */
export const cartStates = ['draft', 'saved_for_later'] as const satisfies readonly OfferState[];

/** Sent and not answered to the end; the state names the side whose turn it is. */
export const openStates = ['seller_review', 'buyer_review'] as const satisfies readonly OfferState[];

export const closedStates = ['accepted', 'rejected'] as const satisfies readonly OfferState[];

export const inCart = isOneOf<OfferState>(cartStates);
export const isOpen = isOneOf<OfferState>(openStates);
export const isClosed = isOneOf<OfferState>(closedStates);

export type Side = 'buyer' | 'seller';

export const reviewState = { seller: 'seller_review', buyer: 'buyer_review' } as const satisfies Record<
  Side,
  OfferState
>;

/** Whether a reduction to stock came after the last counter. Takes the history, oldest first. */
export const isReduced = (history: readonly { event: string }[]): boolean =>
  history.findLast(({ event }) => event === 'counter' || event === 'cut')?.event === 'cut';
