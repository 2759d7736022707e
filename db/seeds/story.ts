import { cents, type Units } from '../../server/contract/money';
import { type Course, courseOfOrder, dated, ORDER_STATUSES, TALKS } from './happenings';
import { openMarket, type Talk, type Wanted } from './market';
import type { Good, Party } from './trade';
import { hash, pickFrom, share } from './variety';

export interface Cast {
  /** By the name before the @. */
  readonly buyers: ReadonlyMap<string, Party>;
  readonly sellers: ReadonlyMap<string, Party>;
  readonly goodsOf: (seller: Party) => readonly (Good & { readonly inner: Units })[];
  readonly staffId: number;
}

type TalkName = keyof typeof TALKS;

/** What the demo's two buyers and two sellers find when they sign in. */
const NAMED: readonly (readonly [buyer: string, seller: string, course: TalkName | string])[] = [
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

const TALK_NAMES = Object.keys(TALKS) as TalkName[];
const OTHERS_TALKS = 54;
const OTHERS_ORDERS = 96;

/** Weeks of trade, by the rules, the same for the same `now`. */
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

  /** Products that the buyer has in no cart and no open offer. */
  function choose(
    buyer: Party,
    seller: Party,
    seed: string,
    live: boolean,
    most = 4,
  ): (Good & { inner: Units })[] {
    const free = goodsOf(seller).filter(
      (good) => good.units !== null && (!live || good.units > 0n) && !open.has(`${buyer.id}/${good.id}`),
    );
    const mixed = [...free].sort((one, other) => hash(`${seed} ${one.id}`) - hash(`${seed} ${other.id}`));
    const chosen = mixed.slice(0, 1 + (hash(`${seed} lines`) % most));
    if (live) for (const good of chosen) open.add(`${buyer.id}/${good.id}`);
    return chosen;
  }

  function plan(buyerName: string, sellerName: string, course: Course, seed: string): Talk {
    const buyer = who(buyers, buyerName);
    const seller = who(sellers, sellerName);
    const live = course.order.length === 0 && course.offer.at(-1)?.event !== 'accept';
    const asks = course.offer[0]?.event === 'submit';
    const lines = choose(buyer, seller, seed, live).map((good) => wanted(good, `${seed} ${good.id}`, asks));
    return { buyer, seller, lines, ...dated(course, now, seed) };
  }

  const courseOf = (name: string, seed: string): Course =>
    name in TALKS ? TALKS[name as TalkName] : courseOfOrder(name, seed);

  const named = NAMED.map(([buyer, seller, course], index) =>
    plan(buyer, seller, courseOf(course, `named ${index}`), `named ${index}`),
  );
  const otherBuyers = [...buyers.keys()].slice(2);
  const allSellers = [...sellers.keys()];
  const others = Array.from({ length: OTHERS_TALKS + OTHERS_ORDERS }, (_, index) => {
    const seed = `other ${index}`;
    const course =
      index < OTHERS_TALKS
        ? TALKS[TALK_NAMES[index % TALK_NAMES.length] ?? 'sent']
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
  // As it happened: older offers have the lower numbers.
  talks.sort((one, other) => one.began.getTime() - other.began.getTime());
  for (const talk of talks) market.talk(talk);
  return numbered(market.rows);

  /** A cart of two sellers, one of them at the asking prices; something put aside; a cart of the second buyer. */
  function carts(): Talk[] {
    const cart = (
      buyer: string,
      seller: string,
      hours: number,
      most: number,
      asks: boolean,
      saved = false,
    ): Talk => {
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

/** Full inner cartons for some hundred dollars, within what may be ordered. */
function wanted(good: Good & { readonly inner: Units }, seed: string, asks: boolean): Wanted {
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

/** Orders numbered by their time, histories and movements in theirs. */
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
