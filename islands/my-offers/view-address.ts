import { useState } from 'react';
import { type OfferTab, offerTabs } from '../../server/offers/contract';
import { pushSamePage, useSamePageMoves } from '../browser/navigation';

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

function readAddress(): Named {
  const query = new URLSearchParams(location.search);
  return {
    tab: offerTabs.find((tab) => tab === query.get('tab')) ?? null,
    offer: Number(query.get('offer')) || null,
  };
}

/** The entry before this one shows the list. */
const FROM_LIST = { offerFromList: true };

/** Tab and open offer in the address, so that a reload shows them again. */
export function useViewAddress(given: Named, listed: Listed) {
  const [named, setNamed] = useState(given);
  useSamePageMoves(() => setNamed(readAddress()));
  function write(next: Named, adds = false) {
    setNamed(next);
    const address = addressOf(next, listed);
    if (adds) pushSamePage(address, FROM_LIST);
    else history.replaceState(history.state, '', address);
  }
  return {
    ...named,
    /** `adds`: Back leads to the list. */
    nameOffer: (offer: number | null, adds = false) => write({ ...named, offer }, adds),
    leaveOffer() {
      if (history.state?.offerFromList) history.back();
      else write({ ...named, offer: null });
    },
    chooseTab: (tab: OfferTab) => write({ tab, offer: null }),
  };
}
