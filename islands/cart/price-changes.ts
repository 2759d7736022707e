import { useState } from 'react';
import type { OfferProduct } from '../../server/offers/contract';
import { type Facts, factsOf, newsOf } from '../offers/cart-line';

/** Remembers each line's product as first shown, to point out later changes. */
export function usePriceChanges() {
  const [seen] = useState(() => new Map<string, Facts>());
  return {
    newsOf(line: OfferProduct): string[] {
      const before = seen.get(line.id) ?? factsOf(line.attributes.product);
      seen.set(line.id, before);
      return newsOf(line, before);
    },
    /** The viewer has acted on the current values. */
    settle: (lineId: string) => void seen.delete(lineId),
  };
}

export type PriceChanges = ReturnType<typeof usePriceChanges>;
