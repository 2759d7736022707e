import { type Cents, cents, type Units } from '../../../server/contract/money';
import type { OfferState, Side } from '../../../server/offers/rules';
import { moveOf } from '../../../server/offers/state-machine';
import type { OfferProductRow } from '../../tables';
import { DAY_MS } from '../days';
import { share } from '../random';
import type { Line, Party, TradedProduct } from './deal';
import { type OrderStep, type PlacedOrder, placeOrder } from './order-rows';

export interface OfferStep {
  readonly event: 'submit' | 'accept' | 'counter' | 'reject' | 'withdraw' | 'expire' | 'cut';
  readonly by: Side | 'system';
  readonly at: Date;
  readonly note?: string;
  /** Of asking, in place of a plausible price between those of the sides. */
  readonly percent?: number;
}

export interface RequestedLine {
  readonly product: TradedProduct;
  readonly quantity: Units;
  /** Price in the cart; by default the asking price. */
  readonly price?: Cents;
}

export interface Negotiation {
  readonly buyer: Party;
  readonly seller: Party;
  readonly startedAt: Date;
  readonly lines: readonly RequestedLine[];
  readonly steps: readonly OfferStep[];
  readonly order?: readonly OrderStep[];
  /** Saved for later instead of a draft. */
  readonly saved?: boolean;
}

interface SimulationOptions {
  readonly feeBps: number;
  readonly offerExpiryDays: number;
  readonly staffId: number;
}

/**
 * Plays negotiations in memory by the product's rules and collects the resulting rows.
 * Throws on a step that is not allowed.
 */
export function createTradeSimulation({ feeBps, offerExpiryDays, staffId }: SimulationOptions) {
  const rows = {
    offers: [] as Record<string, unknown>[],
    lines: [] as (Pick<OfferProductRow, 'product_id' | 'created_at'> & Record<string, unknown>)[],
    offerHistory: [] as ReturnType<typeof historyRow>[],
    orders: [] as PlacedOrder['order'][],
    orderLines: [] as PlacedOrder['lines'][number][],
    orderHistory: [] as PlacedOrder['history'][number][],
    movements: [] as PlacedOrder['movements'][number][],
  };
  let lineId = 0;

  const linesOf = ({ seller, lines }: Negotiation): Line[] =>
    lines.map(({ product, quantity, price }) => {
      if (product.seller_id !== seller.id) throw new Error(`${product.name} belongs to another seller`);
      lineId += 1;
      const unit_price = price ?? product.asking;
      return { id: lineId, product, quantity, unit_price, buyer_price: unit_price, seller_price: null };
    });

  function negotiate(negotiation: Negotiation) {
    const { buyer, seller, startedAt, steps, order, saved } = negotiation;
    const id = rows.offers.length + 1;
    const lines = linesOf(negotiation);
    let state: OfferState = saved ? 'saved_for_later' : 'draft';
    let previous = startedAt;
    for (const step of steps) {
      if (step.at < previous)
        throw new Error(`Offer ${id}: ${step.event} is dated before the step before it`);
      const to = stateAfter(step, state, id);
      setPrices(lines, step, id);
      rows.offerHistory.push(historyRow(id, negotiation, step, state, to, lines));
      previous = step.at;
      state = to;
    }
    rows.offers.push({
      id,
      buyer_id: buyer.id,
      seller_id: seller.id,
      state,
      version: 1 + lines.length + steps.length,
      submitted_at: steps.find(({ event }) => event === 'submit')?.at ?? null,
      expires_at: isInReview(state) ? daysAfter(previous, offerExpiryDays) : null,
      created_at: startedAt,
      updated_at: previous,
    });
    for (const line of lines) rows.lines.push(lineRow(id, line, startedAt));
    const last = steps.at(-1);
    if (state !== 'accepted' || !last) return;
    const placed = placeOrder({
      id: rows.orders.length + 1,
      offerId: id,
      buyer,
      seller,
      lines,
      accepted: { actor: last.by, at: last.at },
      steps: order ?? [],
      feeBps,
      staffId,
    });
    rows.orders.push(placed.order);
    rows.orderLines.push(...placed.lines);
    rows.orderHistory.push(...placed.history);
    rows.movements.push(...placed.movements);
  }

  return { rows, negotiate };
}

const isInReview = (state: OfferState) => state === 'seller_review' || state === 'buyer_review';
const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

function stateAfter({ event, by }: OfferStep, state: OfferState, offerId: number): OfferState {
  const to = moveOf(event, by, state);
  if (!to) throw new Error(`Offer ${offerId}: ${by} may not ${event} in ${state}`);
  return to;
}

function historyRow(
  offer_id: number,
  { buyer, seller }: Negotiation,
  { event, by, at, note }: OfferStep,
  from_state: OfferState,
  to_state: OfferState,
  lines: readonly Line[],
) {
  const userIds = { buyer: buyer.user_id, seller: seller.user_id, system: null };
  return {
    offer_id,
    at,
    actor: by,
    user_id: userIds[by],
    event,
    from_state,
    to_state,
    note: note ?? null,
    lines: lines.map(({ id, product, quantity, unit_price }) => ({
      offer_product_id: id,
      name: product.name,
      quantity: Number(quantity),
      unit_price,
    })),
  };
}

const lineRow = (offer_id: number, line: Line, created_at: Date) => ({
  id: line.id,
  offer_id,
  product_id: line.product.id,
  quantity: line.quantity,
  unit_price_cents: line.unit_price,
  buyer_price_cents: line.buyer_price,
  seller_price_cents: line.seller_price,
  created_at,
});

/** Sets the prices that a submission, a withdrawal or a counter leaves; counters stay within their bounds, a cut takes a third. */
function setPrices(lines: Line[], { event, by, percent }: OfferStep, offerId: number) {
  for (const line of lines) {
    const seed = `${offerId} ${line.id} ${event} ${line.unit_price}`;
    if (event === 'cut') line.quantity -= line.quantity / 3n;
    if (event === 'submit') line.seller_price = line.product.asking;
    if (event === 'withdraw' && by === 'seller') line.unit_price = line.buyer_price;
    if (event !== 'counter') continue;
    const [low, high] = [line.buyer_price, line.seller_price ?? line.product.asking];
    const fraction = by === 'seller' ? 0.45 + share(seed) * 0.25 : 0.3 + share(seed) * 0.2;
    const price =
      percent === undefined
        ? between(low, high, fraction)
        : cents(Math.round((line.product.asking * percent) / 100));
    line.unit_price = price;
    if (by === 'seller') line.seller_price = price;
    else line.buyer_price = price;
  }
}

/** Rounds to a plausible price. */
function between(low: Cents, high: Cents, fraction: number): Cents {
  const step = high < 300 ? 1 : 5;
  const price = Math.round((low + (high - low) * fraction) / step) * step;
  return cents(Math.max(low, Math.min(high, price)));
}
