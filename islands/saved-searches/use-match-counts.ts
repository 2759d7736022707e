import { useEffect, useState } from 'react';
import { searchProductsCall } from '../../server/products/contract';
import type { SavedSearch } from '../../server/sourcing/contract';
import { call } from '../browser/api';

/** How many products each search finds today, by its id. One search at a time. */
export function useMatchCounts(searches: readonly SavedSearch[]): Partial<Record<number, number>> {
  const [counts, setCounts] = useState<Partial<Record<number, number>>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone, since no search is added or changed here
  useEffect(() => {
    let isHere = true;
    async function countAll() {
      for (const { id, query } of searches) {
        const { count } = await call(searchProductsCall, {}, { page: 1, sort: 'newest', ...query });
        if (!isHere) return;
        setCounts((known) => ({ ...known, [id]: count }));
      }
    }
    // The rows say what is searched without it.
    countAll().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, []);
  return counts;
}
