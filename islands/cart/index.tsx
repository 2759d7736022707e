import { useState } from 'react';
import { type AcceptFailure, IN_CART, listOffers, type OffersDocument } from '../../server/offers/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { SteadyRegion } from '../live/steady-region';
import { useSteadyList } from '../live/use-steady-list';
import { AcceptFailureModal, acceptFailureOf } from '../offers/accept-failure';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { buy } from './buy';
import { byOffer, entriesOf, SAVED } from './cart-rows';
import { usePriceChanges } from './price-changes';
import { RemovedLines } from './RemovedLines';
import type { Removed } from './removed';
import { SavedForLater } from './SavedForLater';
import { SellerOffer } from './SellerOffer';
import { useDrafts } from './use-drafts';

export default function Cart(props: Partial<{ offers: OffersDocument }>) {
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, IN_CART),
  );
  const [cut, setCut] = useState<{ failure: AcceptFailure; id: string } | null>(null);
  const [buying, setBuying] = useState(false);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [isBusy, setBusy] = useState(false);
  const news = usePriceChanges();
  const drafts = useDrafts();
  const entries = entriesOf(document);
  const steady = useSteadyList({ source: document, entries, isPinned: drafts.has });
  useChannel('OffersChannel', refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your cart could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const offers = byOffer(steady.rows);
  const saved = steady.rows.filter(({ place }) => place === SAVED);
  const rest = document.data.find(({ id, attributes }) => id === cut?.id && attributes.can_accept);

  const isShown = (key: string) => steady.rows.some((row) => row.key === key);

  function leaveCut() {
    setCut(null);
    void refetch();
  }

  async function buyRest(offer: OffersDocument['data'][number]) {
    setBuying(true);
    let failure: AcceptFailure | null = null;
    try {
      await buy(offer.attributes.id, offer.attributes.version);
    } catch (error) {
      failure = acceptFailureOf(error);
      if (!failure)
        notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
    await refetch();
    setCut(failure && { failure, id: offer.id });
    setBuying(false);
  }

  /** Results of the viewer's own actions are shown at once; actions run one at a time. */
  const run = (act: () => Promise<unknown>) =>
    steady.act(null, async () => {
      setBusy(true);
      try {
        await act();
      } finally {
        await refetch();
        setBusy(false);
      }
    });

  const keepRemoved = (one: Removed) => setRemoved((known) => [...known, one]);
  return (
    <>
      <ConnectionStatus />
      {offers.length === 0 && (
        <Empty
          icon="cart"
          title="Your cart is empty."
          action={
            <Button tone="primary" href="/all_products">
              All Products
            </Button>
          }
        >
          Collect what you want to buy or haggle over: everything from one seller becomes one offer.
        </Empty>
      )}
      <SteadyRegion list={steady} noun="product">
        {offers.map(([id, rows]) => (
          <SellerOffer
            key={id}
            rows={rows}
            hidden={entries.filter(({ key, place }) => place === id && !isShown(key)).length}
            list={steady}
            drafts={drafts}
            news={news}
            isBusy={isBusy}
            run={run}
            onRemoved={keepRemoved}
            onAcceptFailure={(failure) => setCut({ failure, id })}
          />
        ))}
        {(offers.length > 0 || saved.length > 0) && (
          <SavedForLater
            rows={saved}
            list={steady}
            busy={isBusy}
            news={news}
            onRemoved={keepRemoved}
            run={run}
          />
        )}
      </SteadyRegion>
      <RemovedLines
        removed={removed}
        onForget={(one) => setRemoved((known) => known.filter((other) => other !== one))}
        run={run}
      />
      <AcceptFailureModal
        failure={cut?.failure ?? null}
        onClose={leaveCut}
        busy={buying}
        onAcceptRest={rest && (() => void buyRest(rest))}
      />
    </>
  );
}
