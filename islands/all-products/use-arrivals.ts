import { useEffect, useState } from 'react';
import { countArrivalsCall } from '../../server/products/contract';
import { type ListingState, listingAddress, searchOf } from '../../server/search/rules';
import { call } from '../browser/api';

const EVERY_MS = 30_000;

/** Counts products listed since the shown results; polls only while the page is visible. */
export function useArrivals(state: ListingState, newest: string | null | undefined): number {
  const [count, setCount] = useState(0);
  const address = listingAddress({ ...state, sort: 'newest' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says the state
  useEffect(() => {
    setCount(0);
    if (newest === undefined) return;
    let wanted = true;
    let asked = Date.now();
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < EVERY_MS) return;
      asked = Date.now();
      call(countArrivalsCall, {}, { ...searchOf(state), since: newest }).then(
        (answer) => wanted && setCount(answer.count),
        // Ignored: the next poll retries.
        () => undefined,
      );
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [address, newest]);

  return count;
}
