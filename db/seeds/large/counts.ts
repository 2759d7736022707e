import { parseArgs } from 'node:util';

export interface Counts {
  readonly products: number;
  /** Buyers and sellers. */
  readonly users: number;
  readonly offers: number;
  /** At most the number of offers, as each order has one. */
  readonly orders: number;
}

const NAMES = ['products', 'users', 'offers', 'orders'] as const;
const MOST = 20_000_000;

/** Parses `--products N [--users N] [--offers N] [--orders N]`. Throws with a message for invalid counts. */
export function readCounts(words: readonly string[]): Counts {
  const { values } = parseArgs({
    args: [...words],
    options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }])),
  });
  const read = (name: (typeof NAMES)[number], otherwise: number) => {
    const text = values[name];
    if (text === undefined) return otherwise;
    const number = Number(String(text).replaceAll(/[,_]/g, ''));
    if (!Number.isInteger(number) || number < 0 || number > MOST)
      throw new Error(`--${name} ${text}: expected a whole number up to ${MOST}`);
    return number;
  };
  const products = read('products', 100_000);
  if (products < 100) throw new Error('--products: at least 100');
  const offers = read('offers', products);
  const counts = {
    products,
    users: read('users', Math.ceil(products / 10)),
    offers,
    orders: read('orders', Math.floor(offers / 4)),
  };
  if (counts.orders > counts.offers)
    throw new Error('--orders: each order is the end of an offer, so at most --offers');
  if (counts.users < sellersFor(counts) + 10)
    throw new Error(`--users: at least ${sellersFor(counts) + 10} for so many products`);
  return counts;
}

/** About 200 products per seller, more with few users. */
export const sellersFor = ({ products, users }: Pick<Counts, 'products' | 'users'>) =>
  Math.max(2, Math.min(Math.floor(products / 200), Math.floor(users / 4)));
