import { MINUTE_MS } from '../../../server/contract/durations';
import { cents, type Units } from '../../../server/contract/money';
import { hash, share } from '../random';
import type { Party, TradedProduct } from './deal';
import type { Negotiation, RequestedLine } from './simulation';

/** The seller whose offers wait to be answered in bulk. */
export const QUEUE_SELLER = 'verrowleaf';

const OFFERS = 30;
/** The best of these leaves too few units for the other three. */
const FOR_SCARCE = [3, 11, 19, 27];
const MINUTES_BETWEEN = 3.5;

const NOTES = [
  'Can you ship by the end of the month?',
  'We take the full cartons only, please.',
  'First order with you: happy to come back monthly if this sells.',
  'Is the expiration date on every unit the same?',
];

type Product = TradedProduct & { readonly inner: Units };

interface Queue {
  readonly buyers: readonly Party[];
  readonly seller: Party;
  readonly products: readonly Product[];
  readonly isTaken: (buyer: Party, product: Product) => boolean;
  readonly now: Date;
}

/**
 * Thirty young offers of many buyers at 90 to 99 percent of asking: 27 can be accepted together, 3 are short of
 * stock.
 */
export function queueOf({ buyers, seller, products, isTaken, now }: Queue): Negotiation[] {
  const [scarce, ...plenty] = products
    .filter(({ units }) => units !== null && units > 0n)
    .sort((one, other) => Number((one.units ?? 0n) - (other.units ?? 0n)));
  const left = new Map(plenty.map(({ id, units }) => [id, units ?? 0n]));
  const asked = new Set<string>();

  function isFree(buyer: Party, product: Product) {
    const isEnough = (left.get(product.id) ?? 0n) >= cartonsOf(product, 1);
    return isEnough && !asked.has(`${buyer.id}/${product.id}`) && !isTaken(buyer, product);
  }

  function take(buyer: Party, seed: string): RequestedLine[] {
    const product = [...plenty]
      .sort((one, other) => hash(`${seed} ${one.id}`) - hash(`${seed} ${other.id}`))
      .find((one) => isFree(buyer, one));
    if (!product) return [];
    const most = left.get(product.id) ?? 0n;
    const wanted = cartonsOf(product, 1 + (hash(`${seed} cartons`) % 5));
    const quantity = wanted > most ? cartonsOf(product, 1) : wanted;
    left.set(product.id, most - quantity);
    asked.add(`${buyer.id}/${product.id}`);
    return [{ product, quantity, price: nearAsking(product, seed) }];
  }

  return Array.from({ length: OFFERS }, (_, index): Negotiation => {
    const seed = `queue ${index}`;
    const buyer = buyers[index % buyers.length] as Party;
    const mostOfScarce = ((scarce?.units ?? 0n) * 3n) / 5n;
    const lines =
      scarce && FOR_SCARCE.includes(index)
        ? [{ product: scarce, quantity: mostOfScarce, price: nearAsking(scarce, seed) }]
        : Array.from({ length: 1 + (hash(seed) % 3) }, (_one, line) => take(buyer, `${seed} ${line}`)).flat();
    const at = new Date(now.getTime() - (OFFERS - index) * MINUTES_BETWEEN * MINUTE_MS);
    const note = index % 6 === 2 ? NOTES[(index - 2) / 6] : undefined;
    const submitted = { event: 'submit', by: 'buyer', at, ...(note && { note }) } as const;
    return { buyer, seller, startedAt: new Date(at.getTime() - MINUTE_MS), lines, steps: [submitted] };
  });
}

const cartonsOf = ({ inner, minimum }: Product, cartons: number): Units => {
  const quantity = inner * BigInt(cartons);
  return quantity < minimum ? minimum : quantity;
};

/** At least 90 percent of asking, to the cent. */
const nearAsking = ({ asking }: Product, seed: string) =>
  cents(Math.min(asking - 1, Math.ceil(asking * (0.905 + share(`${seed} price`) * 0.085))));
