import { useState } from 'react';
import type { OfferProduct } from '../../server/offers/contract';
import { type Facts, factsOf, newsOf } from './line';

/** What this page first knew of each line's product: what changes after that is said, never silently shown. */
export function usePriceChanges() {
  const [seen] = useState(() => new Map<string, Facts>());
  return {
    newsOf(line: OfferProduct): string[] {
      const before = seen.get(line.id) ?? factsOf(line.attributes.product);
      seen.set(line.id, before);
      return newsOf(line, before);
    },
    /** Somebody has acted on the line as it is now. */
    settle: (lineId: string) => void seen.delete(lineId),
  };
}

export type PriceChanges = ReturnType<typeof usePriceChanges>;
