import { cents, type Units } from '../../../server/contract/money';
import { hash, pickFrom, share } from '../random';
import type { Party, TradedProduct } from './deal';
import { QUEUE_SELLER, queueOf } from './queue';
import { RULES_SELLER, ruleDeals } from './rule-deals';
import { NEGOTIATIONS, orderScenario, RARE_NEGOTIATIONS, type Scenario, scheduleSteps } from './scenarios';
import { createTradeSimulation, type Negotiation, type RequestedLine } from './simulation';

export interface DemoParticipants {
  /** Keyed by the local part of the email address. */
  readonly buyers: ReadonlyMap<string, Party>;
  readonly sellers: ReadonlyMap<string, Party>;
  readonly productsOf: (seller: Party) => readonly (TradedProduct & { readonly inner: Units })[];
  readonly staffId: number;
}

type NegotiationName = keyof typeof NEGOTIATIONS;

/** Offers and orders of the demo's two buyers and two sellers. */
const NAMED: readonly (readonly [buyer: string, seller: string, course: string, lines?: number])[] = [
  ['buyer', 'seller', 'submitted'],
  ['buyer', 'seller', 'countered'],
  ['buyer', 'seller', 'counteredTwice'],
  ['buyer', 'tidewick', 'counteredTwice'],
  ['buyer', 'lumatable', 'finalCounter'],
  ['buyer', 'stridewell', 'countered'],
  ['buyer', 'solvenne', 'rejectedBySeller'],
  ['buyer', 'waggington', 'rejectedByBuyer'],
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
  ['buyer2', 'seller', 'submitted'],
  ['buyer2', 'seller', 'finalCounter'],
  ['buyer2', 'seller2', 'submitted'],
  ['buyer2', 'seller2', 'countered'],
  ['buyer2', 'seller', 'rejectedBySeller'],
  ['buyer2', 'seller2', 'awaiting_initial_payment'],
  ['buyer2', 'seller', 'requires_payment_action'],
  ['buyer2', 'seller', 'payment_pending'],
  ['buyer2', 'seller', 'shipped'],
  ['buyer2', 'seller', 'arrived'],
  ['buyer2', 'seller', 'paid_in_full'],
  ['buyer2', 'seller', 'canceled'],
  ['buyer2', 'seller2', 'completed'],
  ['rosa', 'seller2', 'counteredTwice'],
  ['rosa', 'seller2', 'awaiting_shipment'],
  ['buyer', 'seller', 'countered', 12],
  ['buyer2', 'seller', 'counteredTwice', 11],
  ['buyer', 'hearthollow', 'expiringCounter', 2],
  ['buyer', 'stridewell', 'reduced', 3],
  ['buyer', 'marblefox', 'withdrawnWithNote', 2],
  ['rosa', 'seller', 'expiring', 2],
  ['june', 'seller', 'reduced', 3],
  ['tom', 'seller', 'withdrawnWithNote', 2],
  ['june', 'seller', 'expired', 1],
  ['buyer2', 'seller', 'awaiting_shipment', 3],
  ['buyer', 'seller2', 'awaiting_shipment', 2],
  ['buyer', 'seller2', 'awaiting_shipment', 3],
  ['buyer2', 'seller2', 'awaiting_shipment', 2],
  ['buyer', 'seller2', 'arrived', 2],
  ['buyer', 'stridewell', 'arrived'],
  ['june', 'seller', 'arrived'],
  ['rosa', 'seller', 'arrived'],
  ['june', 'seller', 'releasable', 2],
  ['tom', 'seller', 'releasable'],
  ['rosa', 'seller', 'releasable'],
  ['buyer', 'seller2', 'releasable'],
];

const NEGOTIATION_NAMES = Object.keys(NEGOTIATIONS) as NegotiationName[];
/** Mostly closed orders: the open ones are all young and would crowd into the last days. */
const ORDER_MIX = [
  'completed',
  'shipped',
  'completed',
  'canceled',
  'completed',
  'received',
  'completed',
  'paid_in_full',
  'completed',
  'payment_pending',
  'completed',
  'awaiting_shipment',
];
const OTHER_NEGOTIATIONS = 54;
const OTHER_ORDERS = 96;

const OTHER_COUNT = OTHER_NEGOTIATIONS + OTHER_ORDERS;

type DemoProduct = TradedProduct & { readonly inner: Units };

/** Plays weeks of trade by the product's rules; the same for the same `now`. */
export function simulateDemoTrade(
  participants: DemoParticipants,
  now: Date,
  { feeBps, offerExpiryDays }: { feeBps: number; offerExpiryDays: number },
) {
  const planner = createPlanner(participants, now);
  // First: long offers take nearly all products of a seller.
  const inCart = carts(planner);
  const named = NAMED.map(([buyer, seller, scenario, lines], index) =>
    planner.negotiation(buyer, seller, scenarioOf(scenario, `named ${index}`), `named ${index}`, lines),
  );
  const others = Array.from({ length: OTHER_COUNT }, (_, index) => otherNegotiation(planner, index));
  const negotiations = [...named, ...others, ...inCart, ...planner.queue(), ...planner.byRule()].filter(
    ({ lines }) => lines.length > 0,
  );
  // Older offers have lower numbers.
  negotiations.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  const simulation = createTradeSimulation({ feeBps, offerExpiryDays, staffId: participants.staffId });
  for (const negotiation of negotiations) simulation.negotiate(negotiation);
  return orderedByTime(simulation.rows);
}

const SCENARIOS: Readonly<Record<string, Scenario>> = { ...NEGOTIATIONS, ...RARE_NEGOTIATIONS };

const scenarioOf = (name: string, seed: string): Scenario => SCENARIOS[name] ?? orderScenario(name, seed);

const randomCount = (seed: string, most: number) => 1 + (hash(`${seed} lines`) % most);

type Planner = ReturnType<typeof createPlanner>;

function createPlanner({ buyers, sellers, productsOf }: DemoParticipants, now: Date) {
  /** `BUYER/PRODUCT` of every cart and open offer. */
  const taken = new Set<string>();

  const findParty = (people: ReadonlyMap<string, Party>, name: string) => {
    const party = people.get(name);
    if (!party) throw new Error(`There is no ${name} among the demo's people`);
    return party;
  };

  /** Products in neither a cart nor an open offer of the buyer. */
  function choose(buyer: Party, seller: Party, seed: string, isOpen: boolean, count: number): DemoProduct[] {
    const free = productsOf(seller).filter(
      ({ id, units }) => units !== null && (!isOpen || units > 0n) && !taken.has(`${buyer.id}/${id}`),
    );
    const mixed = [...free].sort((one, other) => hash(`${seed} ${one.id}`) - hash(`${seed} ${other.id}`));
    const chosen = mixed.slice(0, count);
    if (isOpen) for (const { id } of chosen) taken.add(`${buyer.id}/${id}`);
    return chosen;
  }

  /** One seller with many buyers, apart from the two whose sign-ins are documented. */
  const manyBuyers = (name: string) => {
    const seller = findParty(sellers, name);
    const isTaken = (buyer: Party, { id }: TradedProduct) => taken.has(`${buyer.id}/${id}`);
    return { buyers: [...buyers.values()].slice(2), seller, products: productsOf(seller), isTaken, now };
  };

  return {
    buyerNames: [...buyers.keys()],
    sellerNames: [...sellers.keys()],
    queue: () => queueOf(manyBuyers(QUEUE_SELLER)),
    byRule: () => ruleDeals(manyBuyers(RULES_SELLER)),

    negotiation(
      buyerName: string,
      sellerName: string,
      scenario: Scenario,
      seed: string,
      count = randomCount(seed, 4),
    ): Negotiation {
      const buyer = findParty(buyers, buyerName);
      const seller = findParty(sellers, sellerName);
      const isOpen = scenario.order.length === 0 && scenario.offer.at(-1)?.event !== 'accept';
      const belowAsking = scenario.offer[0]?.event === 'submit';
      const lines = choose(buyer, seller, seed, isOpen, count).map((product) =>
        requestLine(product, `${seed} ${product.id}`, belowAsking),
      );
      return { buyer, seller, lines, ...scheduleSteps(scenario, now, seed) };
    },

    cart({ buyer: buyerName, seller: sellerName, hoursAgo, most, belowAsking, saved }: Cart): Negotiation {
      const buyer = findParty(buyers, buyerName);
      const seller = findParty(sellers, sellerName);
      const seed = `cart ${buyerName} ${sellerName} ${saved}`;
      const lines = choose(buyer, seller, seed, true, randomCount(seed, most)).map((product) =>
        requestLine(product, `${seed} ${product.id}`, belowAsking),
      );
      const startedAt = new Date(now.getTime() - hoursAgo * 3_600_000);
      return { buyer, seller, startedAt, lines, steps: [], saved };
    },
  };
}

function otherNegotiation(planner: Planner, index: number): Negotiation {
  const seed = `other ${index}`;
  const buyers = planner.buyerNames.slice(2);
  const status = ORDER_MIX[index % ORDER_MIX.length];
  const scenario =
    index < OTHER_NEGOTIATIONS
      ? NEGOTIATIONS[NEGOTIATION_NAMES[index % NEGOTIATION_NAMES.length] ?? 'submitted']
      : orderScenario(status ?? 'completed', seed);
  const seller = pickFrom(planner.sellerNames, `${seed} seller`);
  return planner.negotiation(buyers[index % buyers.length] ?? 'rosa', seller, scenario, seed);
}

interface Cart {
  readonly buyer: string;
  readonly seller: string;
  readonly hoursAgo: number;
  readonly most: number;
  readonly belowAsking: boolean;
  readonly saved: boolean;
}

/** A cart with two sellers, one at asking prices; saved lines; a cart of the second buyer. */
function carts({ cart }: Planner): Negotiation[] {
  const asking = { belowAsking: false, saved: false };
  const below = { belowAsking: true, saved: false };
  const savedLines = { belowAsking: false, saved: true };
  return [
    cart({ buyer: 'buyer', seller: 'seller', hoursAgo: 5, most: 2, ...asking }),
    cart({ buyer: 'buyer', seller: 'seller2', hoursAgo: 3, most: 3, ...below }),
    cart({ buyer: 'buyer', seller: 'hearthollow', hoursAgo: 30, most: 1, ...savedLines }),
    cart({ buyer: 'buyer2', seller: 'marblefox', hoursAgo: 9, most: 2, ...asking }),
    cart({ buyer: 'june', seller: 'waggington', hoursAgo: 20, most: 3, ...below }),
    cart({ buyer: 'tom', seller: 'parallux', hoursAgo: 44, most: 2, ...savedLines }),
  ];
}

/** Full inner cartons for some hundred dollars, within the order limits. */
function requestLine(product: DemoProduct, seed: string, belowAsking: boolean): RequestedLine {
  const dollars = 180 + share(`${seed} budget`) ** 2 * 3_600;
  const cartons = Math.max(1, Math.round((dollars * 100) / product.asking / Number(product.inner)));
  const most = product.units && product.units > 0n ? product.units : product.inner * 4n;
  const full = BigInt(cartons) * product.inner;
  const quantity = full < product.minimum ? product.minimum : full > most ? most : full;
  const step = product.asking < 300 ? 1 : 5;
  const offered = Math.round((product.asking * (0.7 + share(`${seed} offered`) * 0.22)) / step) * step;
  return belowAsking
    ? { product, quantity, price: cents(Math.max(1, Math.min(offered, product.asking - step))) }
    : { product, quantity };
}

type Rows = ReturnType<typeof createTradeSimulation>['rows'];

/** Numbers orders by time and sorts histories and movements. */
function orderedByTime(rows: Rows): Rows {
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
