import { useState } from 'react';
import { related } from '../../server/contract/document';
import { type AcceptFailure, listOffers, type OffersDocument } from '../../server/offers/contract';
import { AcceptFailureModal } from '../kit/accept-failure';
import { call } from '../kit/api';
import { useChannel } from '../kit/cable';
import { ConnectionSign } from '../kit/connection-sign';
import { Empty, Failed } from '../kit/empty';
import { usePreloaded } from '../kit/preloaded';
import { Skeleton } from '../kit/skeleton';
import { SavedForLater } from './SavedForLater';
import { SellerOffer } from './SellerOffer';

export default function Cart(props: Partial<{ offers: OffersDocument }>) {
  const [document, refetch, { failed }] = usePreloaded(props.offers, () => call(listOffers, {}));
  const [failure, setFailure] = useState<AcceptFailure | null>(null);
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
  return (
    <>
      <ConnectionSign />
      {drafts.length === 0 && (
        <Empty icon="cart" title="Your cart is empty.">
          Collect what you want to buy or haggle over: everything from one seller becomes one offer.{' '}
          <a href="/all_products">All Products</a>
        </Empty>
      )}
      {drafts.map((offer) => (
        <SellerOffer
          key={offer.id}
          offer={offer}
          lines={linesOf(offer)}
          onChange={refetch}
          onAcceptFailure={setFailure}
        />
      ))}
      {(drafts.length > 0 || saved.length > 0) && <SavedForLater saved={saved} onChange={refetch} />}
      <AcceptFailureModal
        failure={failure}
        onClose={() => {
          setFailure(null);
          void refetch();
        }}
      />
    </>
  );
}
