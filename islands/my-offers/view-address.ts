import { useState } from 'react';
import type { OfferTab } from '../../server/offers/contract';

interface Named {
  tab: OfferTab | null;
  offer: number | null;
}

interface Listed {
  page: number;
  search?: string | undefined;
}

function addressOf({ tab, offer }: Named, { page, search }: Listed): string {
  const query = new URLSearchParams(search);
  if (tab) query.set('tab', tab);
  if (offer !== null) query.set('offer', String(offer));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/my_offers?${query}` : '/my_offers';
}

/** Tab and opened card in the address, so that a reload shows them again. */
export function useViewAddress(given: Named, listed: Listed) {
  const [named, setNamed] = useState(given);
  function write(next: Named) {
    setNamed(next);
    history.replaceState(history.state, '', addressOf(next, listed));
  }
  return {
    ...named,
    nameOffer: (offer: number | null) => write({ ...named, offer }),
    chooseTab: (tab: OfferTab) => write({ tab, offer: null }),
  };
}
