import { cents, type Units } from '../../../server/contract/money';
import { hash, pickFrom, share } from '../random';
import { type Course, courseOfOrder, dated, NEGOTIATIONS, ORDER_STATUSES } from './scenarios';
import { type Negotiation, openMarket, type RequestedLine } from './simulation';
import type { Party, TradedProduct } from './types';

export interface Cast {
  /** Keyed by the local part of the email address. */
  readonly buyers: ReadonlyMap<string, Party>;
  readonly sellers: ReadonlyMap<string, Party>;
  readonly goodsOf: (seller: Party) => readonly (TradedProduct & { readonly inner: Units })[];
  readonly staffId: number;
}

type NegotiationName = keyof typeof NEGOTIATIONS;

/** Offers and orders of the demo's two buyers and two sellers. */
const NAMED: readonly (readonly [buyer: string, seller: string, course: NegotiationName | string])[] = [
  ['buyer', 'seller', 'sent'],
  ['buyer', 'seller', 'countered'],
  ['buyer', 'seller', 'answered'],
  ['buyer', 'tidewick', 'answered'],
  ['buyer', 'lumatable', 'lastWord'],
  ['buyer', 'stridewell', 'countered'],
  ['buyer', 'solvenne', 'refused'],
  ['buyer', 'waggington', 'declined'],
  ['buyer', 'callow', 'expired'],
  ['buyer', 'seller', 'awaiting_initial_payment'],
  ['buyer', 'hearthollow', 'awaiting_initial_payment'],
  ['buyer', 'brightacorn', 'requires_payment_action'],
  ['buyer', 'seller2', 'payment_pending'],
  ['buyer', 'seller', 'awaiting_shipment'],
  ['buyer', 'stridewell', 'shipped'],
  ['buyer', 'seller2', 'received'],
  ['buyer', 'verrowleaf', 'paid_in_full'],
  ['buyer', 'seller', 'completed'],
  ['buyer', 'lumatable', 'completed'],
  ['buyer', 'marblefox', 'completed'],
  ['buyer', 'parallux', 'canceled'],
  ['buyer2', 'seller', 'sent'],
  ['buyer2', 'seller', 'lastWord'],
  ['buyer2', 'seller2', 'sent'],
  ['buyer2', 'seller2', 'countered'],
  ['buyer2', 'seller', 'refused'],
  ['buyer2', 'seller2', 'awaiting_initial_payment'],
  ['buyer2', 'seller', 'requires_payment_action'],
  ['buyer2', 'seller', 'payment_pending'],
  ['buyer2', 'seller', 'shipped'],
  ['buyer2', 'seller', 'received'],
  ['buyer2', 'seller', 'paid_in_full'],
  ['buyer2', 'seller', 'canceled'],
  ['buyer2', 'seller2', 'completed'],
  ['rosa', 'seller2', 'answered'],
  ['rosa', 'seller2', 'awaiting_shipment'],
];

const TALK_NAMES = Object.keys(NEGOTIATIONS) as NegotiationName[];
const OTHERS_TALKS = 54;
const OTHERS_ORDERS = 96;

/** Plays weeks of trade by the product's rules; the same for the same `now`. */
export function playStory(
  { buyers, sellers, goodsOf, staffId }: Cast,
  now: Date,
  terms: { feeBps: number; offerExpiryDays: number },
) {
  const market = openMarket({ ...terms, staffId });
  const open = new Set<string>();
  const who = (people: ReadonlyMap<string, Party>, name: string) => {
    const person = people.get(name);
    if (!person) throw new Error(`Nobody called ${name}`);
    return person;
  };

  /** Products in neither a cart nor an open offer of the buyer. */
  function choose(
    buyer: Party,
    seller: Party,
    seed: string,
    live: boolean,
    most = 4,
  ): (TradedProduct & { inner: Units })[] {
    const free = goodsOf(seller).filter(
      (good) => good.units !== null && (!live || good.units > 0n) && !open.has(`${buyer.id}/${good.id}`),
    );
    const mixed = [...free].sort((one, other) => hash(`${seed} ${one.id}`) - hash(`${seed} ${other.id}`));
    const chosen = mixed.slice(0, 1 + (hash(`${seed} lines`) % most));
    if (live) for (const good of chosen) open.add(`${buyer.id}/${good.id}`);
    return chosen;
  }

  function plan(buyerName: string, sellerName: string, course: Course, seed: string): Negotiation {
    const buyer = who(buyers, buyerName);
    const seller = who(sellers, sellerName);
    const live = course.order.length === 0 && course.offer.at(-1)?.event !== 'accept';
    const asks = course.offer[0]?.event === 'submit';
    const lines = choose(buyer, seller, seed, live).map((good) => wanted(good, `${seed} ${good.id}`, asks));
    return { buyer, seller, lines, ...dated(course, now, seed) };
  }

  const courseOf = (name: string, seed: string): Course =>
    name in NEGOTIATIONS ? NEGOTIATIONS[name as NegotiationName] : courseOfOrder(name, seed);

  const named = NAMED.map(([buyer, seller, course], index) =>
    plan(buyer, seller, courseOf(course, `named ${index}`), `named ${index}`),
  );
  const otherBuyers = [...buyers.keys()].slice(2);
  const allSellers = [...sellers.keys()];
  const others = Array.from({ length: OTHERS_TALKS + OTHERS_ORDERS }, (_, index) => {
    const seed = `other ${index}`;
    const course =
      index < OTHERS_TALKS
        ? NEGOTIATIONS[TALK_NAMES[index % TALK_NAMES.length] ?? 'sent']
        : courseOfOrder(
            index % 3 === 0 ? 'completed' : (ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'completed'),
            seed,
          );
    return plan(
      otherBuyers[index % otherBuyers.length] ?? 'rosa',
      pickFrom(allSellers, `${seed} seller`),
      course,
      seed,
    );
  });
  const talks = [...named, ...others, ...carts()].filter(({ lines }) => lines.length > 0);
  // Older offers have lower numbers.
  talks.sort((one, other) => one.began.getTime() - other.began.getTime());
  for (const talk of talks) market.talk(talk);
  return numbered(market.rows);

  /** A cart with two sellers, one at asking prices; saved lines; a cart of the second buyer. */
  function carts(): Negotiation[] {
    const cart = (
      buyer: string,
      seller: string,
      hours: number,
      most: number,
      asks: boolean,
      saved = false,
    ): Negotiation => {
      const parties = { buyer: who(buyers, buyer), seller: who(sellers, seller) };
      const seed = `cart ${buyer} ${seller} ${saved}`;
      const lines = choose(parties.buyer, parties.seller, seed, true, most).map((good) =>
        wanted(good, `${seed} ${good.id}`, asks),
      );
      return { ...parties, began: new Date(now.getTime() - hours * 3_600_000), lines, steps: [], saved };
    };
    return [
      cart('buyer', 'seller', 5, 2, false),
      cart('buyer', 'seller2', 3, 3, true),
      cart('buyer', 'hearthollow', 30, 1, false, true),
      cart('buyer2', 'marblefox', 9, 2, false),
      cart('june', 'waggington', 20, 3, true),
      cart('tom', 'parallux', 44, 2, false, true),
    ];
  }
}

/** Full inner cartons for some hundred dollars, within the order limits. */
function wanted(good: TradedProduct & { readonly inner: Units }, seed: string, asks: boolean): RequestedLine {
  const dollars = 180 + share(`${seed} budget`) ** 2 * 3_600;
  const cartons = Math.max(1, Math.round((dollars * 100) / good.asking / Number(good.inner)));
  const most = good.units && good.units > 0n ? good.units : good.inner * 4n;
  const full = BigInt(cartons) * good.inner;
  const quantity = full < good.least ? good.least : full > most ? most : full;
  const step = good.asking < 300 ? 1 : 5;
  const offered = Math.round((good.asking * (0.7 + share(`${seed} offered`) * 0.22)) / step) * step;
  return asks
    ? { good, quantity, price: cents(Math.max(1, Math.min(offered, good.asking - step))) }
    : { good, quantity };
}

type Rows = ReturnType<typeof openMarket>['rows'];

/** Numbers orders by time and sorts histories and movements. */
function numbered(rows: Rows): Rows {
  const byTime = [...rows.orders].sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
  const numbers = new Map(byTime.map(({ id }, index) => [id, index + 1]));
  const number = (id: unknown) => numbers.get(id as number) ?? 0;
  const byDate = (one: { at: Date }, other: { at: Date }) => one.at.getTime() - other.at.getTime();
  return {
    offers: rows.offers,
    lines: rows.lines,
    offerHistory: [...rows.offerHistory].sort(byDate),
    orders: byTime.map((order) => ({ ...order, id: number(order.id) })),
    orderLines: rows.orderLines.map((line) => ({
      ...line,
      purchase_order_id: number(line.purchase_order_id),
    })),
    orderHistory: [...rows.orderHistory]
      .sort(byDate)
      .map((entry) => ({ ...entry, purchase_order_id: number(entry.purchase_order_id) })),
    movements: [...rows.movements]
      .sort(byDate)
      .map((movement) => ({ ...movement, purchase_order_id: number(movement.purchase_order_id) })),
  };
}
