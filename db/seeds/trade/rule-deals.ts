import { MINUTE_MS } from '../../../server/contract/durations';
import { cents } from '../../../server/contract/money';
import { hash } from '../random';
import type { Party, TradedProduct } from './deal';
import type { Negotiation, OfferStep } from './simulation';

/** The seller whose private rules answer offers. Not one of the README's tours, whose offers people answer. */
export const RULES_SELLER = 'hearthollow';

/** What the rules say; their notes tell their answers from those of people. */
export const RULE_NOTES = {
  catalog: 'Thank you for your offer. We can go no lower on this lot.',
  product: 'Thank you. We pack within two days of payment.',
} as const;

const MINUTES_TO_ANSWER = 9;

interface Deal {
  readonly percent: number;
  readonly answer?: Pick<OfferStep, 'event' | 'note' | 'percent'>;
  readonly minutesAgo: number;
  /** Of the product whose own rule accepts one order a day. */
  readonly isOfOwnRule?: boolean;
}

const DEALS: readonly Deal[] = [
  {
    percent: 70,
    answer: { event: 'counter', percent: 95, note: RULE_NOTES.catalog },
    minutesAgo: 47 * 60,
  },
  { percent: 41, answer: { event: 'reject', note: RULE_NOTES.catalog }, minutesAgo: 26 * 60 },
  {
    percent: 88,
    answer: { event: 'accept', note: RULE_NOTES.product },
    minutesAgo: 5 * 60,
    isOfOwnRule: true,
  },
  // The daily limit of its rule is reached.
  { percent: 90, minutesAgo: 3 * 60, isOfOwnRule: true },
  // Not answered yet.
  { percent: 72, minutesAgo: 1 },
];

interface Parties {
  readonly buyers: readonly Party[];
  readonly seller: Party;
  readonly products: readonly TradedProduct[];
  readonly isTaken: (buyer: Party, product: TradedProduct) => boolean;
  readonly now: Date;
}

/** One offer for each outcome of the rules, one that a limit keeps waiting, and one that waits for its answer. */
export function ruleDeals({ buyers, seller, products, isTaken, now }: Parties): Negotiation[] {
  const [own, ...others] = products
    .filter(({ units, minimum }) => units !== null && units >= minimum * 4n)
    .sort((one, other) => hash(`rules ${one.id}`) - hash(`rules ${other.id}`));
  const used = new Set<Party>();
  return DEALS.flatMap((deal, index): Negotiation[] => {
    const product = deal.isOfOwnRule ? own : others[index];
    const buyer = product && buyers.find((one) => !used.has(one) && !isTaken(one, product));
    if (!product || !buyer) return [];
    used.add(buyer);
    const price = cents(Math.floor((product.asking * deal.percent) / 100));
    const at = new Date(now.getTime() - deal.minutesAgo * MINUTE_MS);
    const answeredAt = new Date(at.getTime() + MINUTES_TO_ANSWER * MINUTE_MS);
    return [
      {
        buyer,
        seller,
        startedAt: new Date(at.getTime() - MINUTE_MS),
        lines: [{ product, quantity: product.minimum, price }],
        steps: [
          { event: 'submit', by: 'buyer', at },
          ...(deal.answer ? [{ ...deal.answer, by: 'seller', at: answeredAt } as const] : []),
        ],
      },
    ];
  });
}
