import { useState } from 'react';
import { MAX_BULK_OFFERS } from '../../../server/answers/contract';
import type { SteadyRow } from '../../live/steady/rows';
import type { OfferItem } from '../offer-rows';

const isSelectable = ({ place, hasLeft, item }: SteadyRow<OfferItem>) =>
  place === 'needs_response' && !hasLeft && item.offer.attributes.can_reject;

/** The offers that a seller answers together, in the order of the list. */
export function useSelection(shown: readonly SteadyRow<OfferItem>[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selectable = shown.filter(isSelectable).map(({ key }) => key);
  const keys = selectable.filter((key) => chosen.has(key));
  const choose = (next: readonly string[]) => setChosen(new Set(next.slice(0, MAX_BULK_OFFERS)));
  return {
    keys,
    selectable,
    choose,
    has: (key: string) => chosen.has(key),
    toggle: (key: string) => choose(chosen.has(key) ? keys.filter((one) => one !== key) : [...keys, key]),
  };
}

export type Selection = ReturnType<typeof useSelection>;
