import { type Cents, cents } from '../contract/money';
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

export const MAX_LINES = 500;
export const TOO_MANY_LINES = `Add at most ${MAX_LINES} products to an offer`;

interface PriceBounds {
  readonly min: Cents;
  readonly max: Cents;
  /** The asking price fell below what the buyer offers. */
  readonly isLowered?: boolean;
}

interface LinePrices {
  readonly buyer_price_cents: Cents;
  readonly seller_price_cents: Cents | null;
  readonly asking_price_cents: Cents | null;
}

const MIN_PRICE = cents(1);

export function counterBounds(line: LinePrices, by: Side): PriceBounds {
  const asking = line.asking_price_cents ?? line.seller_price_cents ?? line.buyer_price_cents;
  if (by === 'buyer') return { min: MIN_PRICE, max: line.seller_price_cents ?? asking };
  const offered = line.buyer_price_cents;
  if (asking < offered) return { min: asking, max: offered, isLowered: true };
  return { min: offered, max: asking };
}

export function priceBounds(state: OfferState, line: LinePrices, side: Side | null): PriceBounds | null {
  if (side === null) return null;
  if (inCart(state))
    return line.asking_price_cents === null ? null : { min: MIN_PRICE, max: line.asking_price_cents };
  return state === reviewState[side] ? counterBounds(line, side) : null;
}

const ABOVE_SELLER = 'Above seller offer';
const BELOW_BUYER = 'Below buyer offer';

const sellerTexts = (isLowered = false) =>
  isLowered ? ['Below asking price', 'Above buyer offer'] : [BELOW_BUYER, 'Above asking price'];

export const counterError = (unitPrice: Cents | null, by: Side, bounds: PriceBounds): string | null => {
  const [below, above] = by === 'buyer' ? ['$0.01 min', ABOVE_SELLER] : sellerTexts(bounds.isLowered);
  if (unitPrice === null || unitPrice < bounds.min) return below ?? null;
  return unitPrice > bounds.max ? (above ?? null) : null;
};

/** Prices are at most the asking price of their time, so one above it means that the seller lowered it since. */
export const isAskingLowered = (price: Cents, asking: Cents | null): asking is Cents =>
  asking !== null && asking < price;
