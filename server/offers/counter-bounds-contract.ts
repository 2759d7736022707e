import { type Cents, cents } from '../contract/money';
import { inCart, moveOf, type OfferState, type Side } from './state-contract';

interface PriceBounds {
  readonly min: Cents;
  readonly max: Cents;
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
  // The seller may lower the asking price below the buyer's price; the buyer's price stays possible.
  return { min: line.buyer_price_cents, max: cents(Math.max(asking, line.buyer_price_cents)) };
}

export function priceBounds(state: OfferState, line: LinePrices, side: Side | null): PriceBounds | null {
  if (side === null) return null;
  if (inCart(state))
    return line.asking_price_cents === null ? null : { min: MIN_PRICE, max: line.asking_price_cents };
  return moveOf('counter', side, state) ? counterBounds(line, side) : null;
}

const ABOVE_SELLER = 'Above seller offer';
const BELOW_BUYER = 'Below buyer offer';

export const counterError = (unitPrice: Cents | null, by: Side, bounds: PriceBounds): string | null => {
  if (unitPrice === null || unitPrice < bounds.min) return by === 'seller' ? BELOW_BUYER : '$0.01 min';
  return unitPrice > bounds.max ? (by === 'buyer' ? ABOVE_SELLER : 'Above asking price') : null;
};
