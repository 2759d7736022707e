import { useState } from 'react';
import { IN_CART, listOffers, type OffersDocument } from '../../server/offers/contract';
import { call } from '../browser/api';
import { usePreloaded } from '../browser/preloaded';
import { useChannel } from '../live/cable';
import { ConnectionStatus } from '../live/connection-status';
import { SteadyRegion } from '../live/steady-region';
import { type Steady, useSteadyList } from '../live/use-steady-list';
import { useAcceptFailure } from '../offers/accept-failure';
import { Button } from '../ui/button';
import { Empty, Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { buy } from './buy';
import { byOffer, type CartItem, entriesOf, SAVED } from './cart-rows';
import { usePriceChanges } from './price-changes';
import { RemovedLines } from './RemovedLines';
import type { Removed } from './removed';
import { SavedForLater } from './SavedForLater';
import { SellerOffer } from './SellerOffer';
import { type Drafts, useDrafts } from './use-drafts';

export default function Cart(props: Partial<{ offers: OffersDocument }>) {
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, IN_CART),
  );
  const drafts = useDrafts();
  const list = useSteadyList({ source: document, entries: entriesOf(document), isPinned: drafts.has });
  useChannel('OffersChannel', refetch);

  if (document) return <LoadedCart document={document} list={list} drafts={drafts} refetch={refetch} />;
  return failed ? (
    <Failed onRetry={refetch}>Your cart could not be loaded.</Failed>
  ) : (
    <Skeleton shape="rows" />
  );
}

interface LoadedCartProps {
  document: OffersDocument;
  list: Steady<CartItem>;
  drafts: Drafts;
  refetch: () => Promise<unknown>;
}

function LoadedCart({ document, list, drafts, refetch }: LoadedCartProps) {
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const { isBusy, run } = useCartAction(list, refetch);
  const acceptFailure = useAcceptFailure({
    offers: document.data,
    accept: ({ id, version }) => buy(id, version),
    refetch,
  });
  const news = usePriceChanges();
  const offers = byOffer(list.rows);
  const saved = list.rows.filter(({ place }) => place === SAVED);
  const shownKeys = new Set(list.rows.map(({ key }) => key));
  const hidden = entriesOf(document).filter(({ key }) => !shownKeys.has(key));
  const keepRemoved = (one: Removed) => setRemoved((known) => [...known, one]);

  return (
    <>
      <ConnectionStatus />
      {offers.length === 0 && <EmptyCart />}
      <SteadyRegion list={list} noun="product">
        {offers.map(([id, rows]) => (
          <SellerOffer
            key={id}
            rows={rows}
            hidden={hidden.filter(({ place }) => place === id).length}
            list={list}
            drafts={drafts}
            news={news}
            isBusy={isBusy}
            run={run}
            onRemoved={keepRemoved}
            onAcceptFailure={(failure) => acceptFailure.show({ failure, id })}
          />
        ))}
        {(offers.length > 0 || saved.length > 0) && (
          <SavedForLater
            rows={saved}
            list={list}
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
      {acceptFailure.dialog}
    </>
  );
}

/** Runs one action at a time, then reloads the cart; its results are shown at once. */
function useCartAction(list: Steady<CartItem>, refetch: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const run = (act: () => Promise<unknown>) =>
    list.act(null, async () => {
      setBusy(true);
      try {
        await act();
      } finally {
        await refetch();
        setBusy(false);
      }
    });
  return { isBusy, run };
}

const EmptyCart = () => (
  <Empty
    icon="cart"
    title="Your cart is empty."
    action={
      <Button tone="primary" href="/all_products">
        All Products
      </Button>
    }
  >
    Add products to buy now or negotiate. Products from one seller are sent as one offer.
  </Empty>
);
