import { useEffect, useRef, useState } from 'react';
import { type OfferTab, offerTabs } from '../../server/offers/contract';
import { rowElement } from '../live/steady/focus';
import type { Steady } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import type { OfferItem } from './offer-rows';
import { useViewAddress } from './view-address';

const MAX_OPEN_AT_FIRST = 3;

type Rows = readonly Pick<SteadyRow<OfferItem>, 'key' | 'place'>[];
/** By offer id; a card without an entry has not been shown. */
type OpenCards = Readonly<Record<string, boolean>>;

/** The tab to show while the reader has chosen none: the current one, or the first that is not empty. */
function automaticTab(rows: Rows, current: OfferTab): OfferTab {
  const isFilled = (tab: OfferTab) => rows.some(({ place }) => place === tab);
  return isFilled(current) ? current : (offerTabs.find(isFilled) ?? current);
}

/** Opens up to three cards of a tab, or the first one only if there are more. */
function withNewCards(open: OpenCards, rows: Rows): OpenCards {
  const unseen = rows.filter(({ key }) => !(key in open));
  if (unseen.length === 0) return open;
  const isFirstView = unseen.length === rows.length;
  const opens = (index: number) => rows.length <= MAX_OPEN_AT_FIRST || (isFirstView && index === 0);
  return { ...open, ...Object.fromEntries(unseen.map(({ key }, index) => [key, opens(index)])) };
}

/** Of a link to one offer, that card alone. */
function openLinked(rows: Rows, opened: number | null): OpenCards {
  const linked = rows.find(({ key }) => key === String(opened));
  if (!linked) return {};
  const neighbors = rows.filter(({ place }) => place === linked.place);
  return Object.fromEntries(neighbors.map(({ key }) => [key, key === linked.key]));
}

interface Options {
  list: Steady<OfferItem>;
  tab: OfferTab | null;
  opened: number | null;
  page: number;
  search?: string | undefined;
}

export function useView({ list: { rows, region }, tab: givenTab, opened, page, search }: Options) {
  // A linked offer may have moved to another tab since.
  const [linkedTab] = useState(() => rows.find(({ key }) => key === String(opened))?.place as OfferTab);
  const address = useViewAddress({ tab: linkedTab ? null : givenTab, offer: opened }, { page, search });
  const [automatic, setAutomatic] = useState(() => automaticTab(rows, linkedTab ?? 'needs_response'));
  const [open, setOpen] = useState(() => openLinked(rows, opened));

  const nextTab = automaticTab(rows, automatic);
  if (nextTab !== automatic) setAutomatic(nextTab);
  const tab = address.tab ?? nextTab;
  const shown = rows.filter(({ place }) => place === tab);
  const nextOpen = withNewCards(open, shown);
  if (nextOpen !== open) setOpen(nextOpen);

  useScrollTo(region, opened);

  function toggle(key: string) {
    const opens = !nextOpen[key];
    // Heights kept while the list is in use would outlast the card's content.
    const row = rowElement(region.current, key);
    if (row) row.style.minHeight = '';
    setOpen({ ...nextOpen, [key]: opens });
    if (opens) address.nameOffer(Number(key));
    else if (address.offer === Number(key)) address.nameOffer(null);
  }

  return {
    tab,
    shown,
    isOpen: (key: string) => nextOpen[key] === true,
    toggle,
    chooseTab: address.chooseTab,
  };
}

function useScrollTo(region: Steady<OfferItem>['region'], opened: number | null) {
  const isDone = useRef(false);
  useEffect(() => {
    if (opened === null || isDone.current) return;
    isDone.current = true;
    const row = rowElement(region.current, String(opened));
    if (row?.previousElementSibling?.matches('[data-row]') && scrollY === 0)
      row.scrollIntoView({ block: 'start' });
  }, [region, opened]);
}
