import { useState } from 'react';
import { related } from '../../server/contract/document';
import { type AcceptFailure, IN_CART, listOffers, type OffersDocument } from '../../server/offers/contract';
import { AcceptFailureModal, acceptFailureOf } from '../kit/accept-failure';
import { notify } from '../kit/alerts';
import { ApiError, call } from '../kit/api';
import { Button } from '../kit/button';
import { useChannel } from '../kit/cable';
import { ConnectionSign } from '../kit/connection-sign';
import { Empty, Failed } from '../kit/empty';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { buy } from './buy';
import { RemovedLines } from './RemovedLines';
import type { Removed } from './removed';
import { SavedForLater } from './SavedForLater';
import { SellerOffer } from './SellerOffer';
import { useNews } from './seen';

export default function Cart(props: Partial<{ offers: OffersDocument }>) {
  const [document, refetch, { failed }] = usePreloaded(props.offers, () =>
    call(listOffers, {}, undefined, IN_CART),
  );
  const [cut, setCut] = useState<{ failure: AcceptFailure; id: string } | null>(null);
  const [buying, setBuying] = useState(false);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const news = useNews();
  useChannel('OffersChannel', refetch);

  if (!document)
    return failed ? (
      <Failed onRetry={refetch}>Your cart could not be loaded.</Failed>
    ) : (
      <Skeleton shape="rows" />
    );
  const linesOf = (offer: OffersDocument['data'][number]) =>
    related(document.included, offer.relationships.offer_products);
  const drafts = document.data.filter(({ attributes }) => attributes.state === 'draft');
  const saved = document.data
    .filter(({ attributes }) => attributes.state === 'saved_for_later')
    .flatMap((offer) => linesOf(offer).map((line) => ({ offer, line })));
  const rest = drafts.find(({ id, attributes }) => id === cut?.id && attributes.can_accept);

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

  const keepRemoved = (one: Removed) => setRemoved((known) => [...known, one]);
  return (
    <>
      <ConnectionSign />
      {drafts.length === 0 && (
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
      {drafts.map((offer) => (
        <SellerOffer
          key={offer.id}
          offer={offer}
          lines={linesOf(offer)}
          news={news}
          onChange={refetch}
          onRemoved={keepRemoved}
          onAcceptFailure={(failure) => setCut({ failure, id: offer.id })}
        />
      ))}
      {(drafts.length > 0 || saved.length > 0) && (
        <SavedForLater saved={saved} news={news} onRemoved={keepRemoved} onChange={refetch} />
      )}
      <RemovedLines
        removed={removed}
        onForget={(one) => setRemoved((known) => known.filter((other) => other !== one))}
        onChange={refetch}
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
