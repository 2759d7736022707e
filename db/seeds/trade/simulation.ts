import { type Cents, cents, type Units } from '../../../server/contract/money';
import { moveOf, type OfferState, type Side } from '../../../server/offers/state-contract';
import type { OfferHistoryRow, OfferProductRow } from '../../tables';
import { share } from '../random';
import { type OrderStep, type PlacedOrder, placeOrder } from './order-rows';
import type { Line, Party, TradedProduct } from './types';

export interface OfferStep {
  readonly event: 'submit' | 'accept' | 'counter' | 'reject' | 'withdraw' | 'expire';
  readonly by: Side | 'system';
  readonly at: Date;
  readonly note?: string;
}

export interface RequestedLine {
  readonly good: TradedProduct;
  readonly quantity: Units;
  /** Price in the cart; by default the asking price. */
  readonly price?: Cents;
}

export interface Negotiation {
  readonly buyer: Party;
  readonly seller: Party;
  readonly began: Date;
  readonly lines: readonly RequestedLine[];
  readonly steps: readonly OfferStep[];
  readonly order?: readonly OrderStep[];
  /** Saved for later instead of a draft. */
  readonly saved?: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Plays the steps in memory by the product's rules and collects the resulting rows.
 * Throws on a step that is not allowed.
 */
export function openMarket({
  feeBps,
  offerExpiryDays,
  staffId,
}: {
  feeBps: number;
  offerExpiryDays: number;
  staffId: number;
}) {
  const rows = {
    offers: [] as Record<string, unknown>[],
    lines: [] as (Pick<OfferProductRow, 'product_id' | 'created_at'> & Record<string, unknown>)[],
    offerHistory: [] as (Pick<OfferHistoryRow, 'actor' | 'event' | 'from_state' | 'to_state' | 'at'> &
      Record<string, unknown>)[],
    orders: [] as PlacedOrder['order'][],
    orderLines: [] as PlacedOrder['lines'][number][],
    orderHistory: [] as PlacedOrder['history'][number][],
    movements: [] as PlacedOrder['movements'][number][],
  };
  let lineId = 0;

  function talk({ buyer, seller, began, lines: wanted, steps, order, saved }: Negotiation) {
    const id = rows.offers.length + 1;
    const lines: Line[] = wanted.map(({ good, quantity, price }) => {
      if (good.seller_id !== seller.id) throw new Error(`${good.name} is another seller’s`);
      lineId += 1;
      const unit_price = price ?? good.asking;
      return { id: lineId, good, quantity, unit_price, buyer_price: unit_price, seller_price: null };
    });
    let state: OfferState = saved ? 'saved_for_later' : 'draft';
    let last = began;
    let expires: Date | null = null;
    for (const step of steps) {
      if (step.at < last) throw new Error(`Offer ${id}: ${step.event} happens before what was before it`);
      const to: OfferState | null =
        step.by === 'system' ? 'rejected' : moveOf(step.event as 'submit', step.by, state);
      if (!to) throw new Error(`Offer ${id}: ${step.by} may not ${step.event} in ${state}`);
      name(lines, step, id);
      last = step.at;
      expires =
        to === 'seller_review' || to === 'buyer_review'
          ? new Date(step.at.getTime() + offerExpiryDays * DAY_MS)
          : null;
      rows.offerHistory.push({
        offer_id: id,
        at: step.at,
        actor: step.by,
        user_id: step.by === 'buyer' ? buyer.user_id : step.by === 'seller' ? seller.user_id : null,
        event: step.event,
        from_state: state,
        to_state: to,
        note: step.note ?? null,
        lines: lines.map((line) => ({
          offer_product_id: line.id,
          name: line.good.name,
          quantity: Number(line.quantity),
          unit_price: line.unit_price,
        })),
      });
      state = to;
    }
    rows.offers.push({
      id,
      buyer_id: buyer.id,
      seller_id: seller.id,
      state,
      version: 1 + lines.length + steps.length,
      submitted_at: steps.find(({ event }) => event === 'submit')?.at ?? null,
      expires_at: expires,
      created_at: began,
      updated_at: last,
    });
    for (const line of lines)
      rows.lines.push({
        id: line.id,
        offer_id: id,
        product_id: line.good.id,
        quantity: line.quantity,
        unit_price_cents: line.unit_price,
        buyer_price_cents: line.buyer_price,
        seller_price_cents: line.seller_price,
        created_at: began,
      });
    const accepted = steps.at(-1);
    if (state !== 'accepted' || !accepted) return;
    const placed = placeOrder({
      id: rows.orders.length + 1,
      offerId: id,
      buyer,
      seller,
      lines,
      accepted: { actor: accepted.by, at: accepted.at },
      steps: order ?? [],
      feeBps,
      staffId,
    });
    rows.orders.push(placed.order);
    rows.orderLines.push(...placed.lines);
    rows.orderHistory.push(...placed.history);
    rows.movements.push(...placed.movements);
  }

  return { rows, talk };
}

/** Sets the prices of a counter, within its bounds. */
function name(lines: Line[], { event, by }: OfferStep, offerId: number) {
  for (const line of lines) {
    const seed = `${offerId} ${line.id} ${event} ${line.unit_price}`;
    if (event === 'submit') line.seller_price = line.good.asking;
    if (event === 'withdraw' && by === 'seller') line.unit_price = line.buyer_price;
    if (event !== 'counter') continue;
    const [low, high] = [line.buyer_price, line.seller_price ?? line.good.asking];
    const part = by === 'seller' ? 0.45 + share(seed) * 0.25 : 0.3 + share(seed) * 0.2;
    const price = between(low, high, part);
    line.unit_price = price;
    if (by === 'seller') line.seller_price = price;
    else line.buyer_price = price;
  }
}

/** Rounds to a plausible price. */
function between(low: Cents, high: Cents, part: number): Cents {
  const step = high < 300 ? 1 : 5;
  const price = Math.round((low + (high - low) * part) / step) * step;
  return cents(Math.max(low, Math.min(high, price)));
}
