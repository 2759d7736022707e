import type { OwnProduct } from '../../server/products/contract';

/** With fewer products each one says what it lacks. */
const MIN_SHARED = 6;

interface SharedPart {
  key: string;
  label: string;
  count: number;
}

/** The part that more than half of the products lack most; undefined where there is none. */
export function sharedPart(products: readonly OwnProduct[]): SharedPart | undefined {
  const parts = new Map<string, SharedPart>();
  for (const { provisional, readiness } of products) {
    const [next] = readiness.missing;
    if (provisional || !next) continue;
    parts.set(next.key, { ...next, count: (parts.get(next.key)?.count ?? 0) + 1 });
  }
  return [...parts.values()].find(({ count }) => count >= MIN_SHARED && count > products.length / 2);
}
