import { type RefObject, useEffect, useRef, useState } from 'react';
import { type OfferTab, offerTabs } from '../../server/offers/contract';
import { rowElement } from '../live/steady/focus';
import { freeHeights, useIsomorphicLayoutEffect } from '../live/steady/layout';
import type { Steady } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import type { OfferItem } from './offer-rows';
import { useIsWide } from './use-is-wide';
import { useViewAddress } from './view-address';

type Rows = readonly Pick<SteadyRow<OfferItem>, 'key' | 'place'>[];

/** The tab to show while the reader has chosen none: the current one, or the first that is not empty. */
function automaticTab(rows: Rows, current: OfferTab): OfferTab {
  const isFilled = (tab: OfferTab) => rows.some(({ place }) => place === tab);
  return isFilled(current) ? current : (offerTabs.find(isFilled) ?? current);
}

const indexOf = (rows: Rows, key: string | null) => rows.findIndex((row) => row.key === key);

interface Pane {
  tab: OfferTab;
  key: string | null;
  /** Where the offer is in the tab: the pane goes on there once it is gone. */
  index: number;
}

/** Beside the list there is always an offer: the named one, else the one before, else the first. */
function nextPane(pane: Pane, tab: OfferTab, shown: Rows, named: string | null): Pane {
  const at = pane.tab === tab ? pane : { tab, key: null, index: 0 };
  const found = [named, at.key].find((key) => indexOf(shown, key) >= 0);
  const key = found ?? shown[Math.min(at.index, shown.length - 1)]?.key ?? null;
  const index = Math.max(indexOf(shown, key), 0);
  return pane.tab === tab && pane.key === key && pane.index === index ? pane : { tab, key, index };
}

interface Options {
  list: Steady<OfferItem>;
  tab: OfferTab | null;
  opened: number | null;
  page: number;
  search?: string | undefined;
}

/** Which tab and offer are shown. On screens that are not wide, an offer is shown alone and has a history entry. */
export function useView({ list: { rows, region }, tab: givenTab, opened, page, search }: Options) {
  // A linked offer may have moved to another tab since.
  const [linkedTab] = useState(() => rows.find(({ key }) => key === String(opened))?.place as OfferTab);
  const address = useViewAddress({ tab: linkedTab ? null : givenTab, offer: opened }, { page, search });
  const [automatic, setAutomatic] = useState(() => automaticTab(rows, linkedTab ?? 'needs_response'));
  const nextTab = automaticTab(rows, automatic);
  if (nextTab !== automatic) setAutomatic(nextTab);
  const tab = address.tab ?? nextTab;
  const shown = rows.filter(({ place }) => place === tab);

  const isWide = useIsWide();
  const named = address.offer === null ? null : String(address.offer);
  const chosen = indexOf(shown, named) >= 0 ? named : null;
  const [pane, setPane] = useState<Pane>(() => nextPane({ tab, key: null, index: 0 }, tab, shown, named));
  const next = nextPane(pane, tab, shown, named);
  if (next !== pane) setPane(next);
  const openedByReader = useRef(next.key);

  const hasOpened = useRef(false);
  useScroll(region, isWide ? null : chosen, hasOpened);
  useScrollTo(region, opened);

  /** In place of the answered offer. */
  const advance = (key: string) => address.nameOffer(Number(key), !isWide && chosen === null);

  function open(key: string) {
    openedByReader.current = key;
    hasOpened.current = true;
    advance(key);
  }

  return {
    tab,
    shown,
    isWide,
    openKey: isWide ? next.key : chosen,
    isChosen: (key: string) => key === chosen,
    /** The pane went on by itself: a press may still mean the offer before. */
    isUnasked: (key: string) => openedByReader.current !== key,
    open,
    advance,
    /** By a key: shows the offer where one is shown. */
    follow(key: string) {
      if (isWide || chosen !== null) open(key);
    },
    close: address.leaveOffer,
    chooseTab: address.chooseTab,
  };
}

/** The offer shown alone begins at its top; the list is afterwards where it was. */
function useScroll(region: Steady<OfferItem>['region'], alone: string | null, hasOpened: RefObject<boolean>) {
  const before = useRef({ alone, y: 0 });
  useEffect(() => {
    const onScroll = () => {
      if (before.current.alone === null) before.current.y = scrollY;
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  useIsomorphicLayoutEffect(() => {
    const { alone: last, y } = before.current;
    if (last === alone) return;
    before.current.alone = alone;
    // Heights kept while the list is in use are those of the other view.
    if (region.current) freeHeights(region.current);
    window.scrollTo({ top: alone === null ? y : 0, behavior: 'instant' });
    // Where a link led to the offer, nothing had the focus.
    if (alone !== null && !hasOpened.current) return;
    const row = rowElement(region.current, alone ?? last ?? '');
    row?.querySelector<HTMLElement>('.offer-toggle')?.focus({ preventScroll: true });
  }, [alone, region, hasOpened]);
}

function useScrollTo(region: Steady<OfferItem>['region'], opened: number | null) {
  const isDone = useRef(false);
  useEffect(() => {
    if (opened === null || isDone.current) return;
    isDone.current = true;
    rowElement(region.current, String(opened))?.scrollIntoView({ block: 'nearest' });
  }, [region, opened]);
}
