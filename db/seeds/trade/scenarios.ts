import { HOUR_MS } from '../../../server/contract/durations';
import { hash, pickFrom, share } from '../random';
import type { OrderStep } from './order-rows';
import type { OfferStep } from './simulation';

type TimedStep<Step> = Omit<Step, 'at'> & { readonly hoursAfterPrevious: readonly [number, number] };

/** Steps some hours apart; the last one lies `ended` hours before now. */
export interface Scenario {
  readonly offer: readonly TimedStep<OfferStep>[];
  readonly order: readonly TimedStep<OrderStep>[];
  readonly endedHoursAgo: readonly [number, number];
}

const submit: TimedStep<OfferStep> = { event: 'submit', by: 'buyer', hoursAfterPrevious: [0.4, 5] };
const reply = (event: OfferStep['event'], by: OfferStep['by'], note?: string): TimedStep<OfferStep> => ({
  event,
  by,
  hoursAfterPrevious: [3, 36],
  ...(note && { note }),
});
const buyNow: TimedStep<OfferStep> = { event: 'accept', by: 'buyer', hoursAfterPrevious: [0.2, 3] };

const review = (offer: readonly TimedStep<OfferStep>[]): Scenario => ({
  offer,
  order: [],
  endedHoursAgo: [2, 260],
});
const closed = (offer: readonly TimedStep<OfferStep>[]): Scenario => ({
  offer,
  order: [],
  endedHoursAgo: [30, 1_500],
});

const counter = (by: 'buyer' | 'seller', note?: string) => reply('counter', by, note);

/** Open and failed negotiations. */
export const NEGOTIATIONS = {
  submitted: review([submit]),
  countered: review([submit, counter('seller', 'We can meet you in the middle for full cartons.')]),
  counteredTwice: review([
    submit,
    counter('seller'),
    counter('buyer', 'Best we can do with freight on our side.'),
  ]),
  finalCounter: review([
    submit,
    counter('seller'),
    counter('buyer'),
    counter('seller', 'Final: we load on Thursday.'),
  ]),
  counterWithdrawn: review([
    submit,
    counter('seller'),
    reply('withdraw', 'seller', 'Wrong price list, sorry.'),
  ]),
  rejectedBySeller: closed([
    submit,
    reply('reject', 'seller', 'This is below our cost, we hope to hear from you again.'),
  ]),
  rejectedByBuyer: closed([submit, counter('seller'), reply('reject', 'buyer', 'We found a closer source.')]),
  withdrawn: closed([submit, reply('withdraw', 'buyer')]),
  expired: {
    offer: [submit, { event: 'expire', by: 'system', hoursAfterPrevious: [720, 720] }],
    order: [],
    endedHoursAgo: [20, 300],
  },
} as const satisfies Record<string, Scenario>;

/** Rare states, for the demo's own accounts. */
export const RARE_NEGOTIATIONS = {
  expiring: { offer: [submit], order: [], endedHoursAgo: [700, 708] },
  expiringCounter: {
    offer: [submit, counter('seller', 'This lot ships from Reno, pallets included.')],
    order: [],
    endedHoursAgo: [700, 708],
  },
  reduced: review([
    submit,
    counter('seller', 'We can hold this price until Friday.'),
    counter('buyer'),
    { event: 'cut', by: 'system', hoursAfterPrevious: [3, 20] },
  ]),
  withdrawnWithNote: closed([
    submit,
    reply('withdraw', 'buyer', 'Our spring floor set moved to next year. We will be back in March.'),
  ]),
} as const satisfies Record<string, Scenario>;

/** Steps that lead to an acceptance. */
const AGREEMENTS: readonly (readonly TimedStep<OfferStep>[])[] = [
  [submit, reply('accept', 'seller')],
  [buyNow],
  [submit, counter('seller'), reply('accept', 'buyer')],
  [submit, counter('seller'), counter('buyer'), reply('accept', 'seller')],
  [submit, reply('accept', 'seller')],
];

const step = (
  event: OrderStep['event'],
  actor: OrderStep['actor'],
  hoursAfterPrevious: readonly [number, number],
): TimedStep<OrderStep> => ({
  event,
  actor,
  hoursAfterPrevious,
});

const byCard = [step('confirm_payment', 'provider', [0.3, 20])];
const byBank = [
  step('require_payment_action', 'provider', [0.3, 4]),
  step('submit_payment', 'provider', [12, 40]),
  step('confirm_payment', 'provider', [1, 30]),
];
const byWire = [
  step('submit_payment', 'staff', [2, 20]),
  { ...step('confirm_payment', 'staff', [10, 50]), reason: 'Wire transfer received' },
];
const ship = step('ship', 'staff', [18, 80]);
const receive = step('receive', 'staff', [60, 140]);
const payOut = step('pay_in_full', 'staff', [20, 80]);
const complete = step('complete', 'staff', [12, 60]);

const CANCELS: readonly (readonly TimedStep<OrderStep>[])[] = [
  [{ ...step('cancel', 'system', [48, 48]), reason: 'Not paid within 48 hours' }],
  [{ ...step('cancel', 'staff', [3, 30]), reason: 'Buyer asked for another size run' }],
  [...byCard, { ...step('cancel', 'staff', [10, 40]), reason: 'Seller found water damage in the cartons' }],
];

const paymentSteps = (seed: string) => pickFrom([byCard, byCard, byBank, byWire], `${seed} pays`);

/** Steps to each order status. Unpaid orders are younger than the 48 hours of their deadline. */
const ORDERS: Record<
  string,
  (seed: string) => { order: readonly TimedStep<OrderStep>[]; endedHoursAgo: readonly [number, number] }
> = {
  awaiting_initial_payment: () => ({ order: [], endedHoursAgo: [1, 30] }),
  requires_payment_action: () => ({
    order: [step('require_payment_action', 'provider', [0.2, 4])],
    endedHoursAgo: [1, 20],
  }),
  payment_pending: () => ({ order: [step('submit_payment', 'staff', [1, 20])], endedHoursAgo: [3, 140] }),
  awaiting_shipment: (seed) => ({ order: paymentSteps(seed), endedHoursAgo: [4, 200] }),
  shipped: (seed) => ({ order: [...paymentSteps(seed), ship], endedHoursAgo: [10, 280] }),
  received: (seed) => ({ order: [...paymentSteps(seed), ship, receive], endedHoursAgo: [20, 420] }),
  arrived: (seed) => ({ order: [...paymentSteps(seed), ship, receive], endedHoursAgo: [20, 140] }),
  /** The days of claims have passed. */
  releasable: (seed) => ({ order: [...paymentSteps(seed), ship, receive], endedHoursAgo: [200, 420] }),
  paid_in_full: (seed) => ({
    order: [...paymentSteps(seed), ship, receive, payOut],
    endedHoursAgo: [20, 700],
  }),
  completed: (seed) => ({
    order: [...paymentSteps(seed), ship, receive, payOut, complete],
    endedHoursAgo: [30, 1_650],
  }),
  canceled: (seed) => ({ order: pickFrom(CANCELS, `${seed} cancel`), endedHoursAgo: [30, 1_700] }),
};

export function orderScenario(status: string, seed: string): Scenario {
  const course = ORDERS[status]?.(seed);
  if (!course) throw new Error(`No course leads to ${status}`);
  return { offer: pickFrom(AGREEMENTS, `${seed} agreement`), ...course };
}

const CARRIERS = [
  ['UPS Freight', '1Z'],
  ['FedEx Freight', '7712'],
  ['Estes', '0649'],
  ['Old Dominion', '9831'],
] as const;

/** Assigns times to the steps, backwards from now. */
export function scheduleSteps(course: Scenario, now: Date, seed: string) {
  const spread = ([from, to]: readonly [number, number], what: string) =>
    from + share(`${seed} ${what}`) * (to - from);
  const [carrier, prefix] = pickFrom(CARRIERS, `${seed} carrier`);
  const steps = [...course.offer, ...course.order];
  let at = now.getTime() - spread(course.endedHoursAgo, 'ended') * HOUR_MS;
  const times: Date[] = [];
  for (let index = steps.length - 1; index >= 0; index--) {
    times.unshift(new Date(Math.round(at)));
    at -= spread(steps[index]?.hoursAfterPrevious ?? [1, 2], `step ${index}`) * HOUR_MS;
  }
  const timeOf = (index: number) => times[index] ?? now;
  return {
    startedAt: new Date(Math.round(at)),
    steps: course.offer.map(({ hoursAfterPrevious: _, ...bare }, index) => ({ ...bare, at: timeOf(index) })),
    order: course.order.map(({ hoursAfterPrevious: _, ...bare }, index) => ({
      ...bare,
      at: timeOf(course.offer.length + index),
      ...(bare.event === 'ship' && {
        carrier,
        tracking_number: `${prefix}${String(hash(`${seed} tracking`)).padStart(10, '0')}`,
      }),
    })),
  };
}
