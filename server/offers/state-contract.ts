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

interface Move {
  event: string;
  by: Side;
  from: OfferState;
  to: OfferState;
  /** Not allowed when the offer waits for its buyer after a reduction to stock. */
  unlessReduced?: true;
}

/** The transition table. Anything else is 409. */
const offerMoves = [
  { event: 'submit', by: 'buyer', from: 'draft', to: 'seller_review' },
  { event: 'accept', by: 'buyer', from: 'draft', to: 'accepted' },
  { event: 'accept', by: 'seller', from: 'seller_review', to: 'accepted' },
  { event: 'accept', by: 'buyer', from: 'buyer_review', to: 'accepted' },
  { event: 'counter', by: 'seller', from: 'seller_review', to: 'buyer_review' },
  { event: 'counter', by: 'buyer', from: 'buyer_review', to: 'seller_review' },
  { event: 'reject', by: 'seller', from: 'seller_review', to: 'rejected' },
  { event: 'reject', by: 'buyer', from: 'buyer_review', to: 'rejected' },
  { event: 'withdraw', by: 'buyer', from: 'seller_review', to: 'rejected' },
  { event: 'withdraw', by: 'seller', from: 'buyer_review', to: 'seller_review', unlessReduced: true },
] as const satisfies readonly Move[];

export type OfferEvent = (typeof offerMoves)[number]['event'];

export const moveOf = (event: OfferEvent, by: Side, from: OfferState, reduced = false): OfferState | null =>
  offerMoves.find(
    (move) =>
      move.event === event && move.by === by && move.from === from && !(reduced && 'unlessReduced' in move),
  )?.to ?? null;

/** Whether a reduction to stock came after the last counter. Takes the history, oldest first. */
export const isReduced = (history: readonly { event: string }[]): boolean =>
  history.findLast(({ event }) => event === 'counter' || event === 'cut')?.event === 'cut';
