import { useEffect, useState } from 'react';
import { type Offer, showOffer } from '../../server/offers/contract';
import { call } from '../browser/api';
import { MessagesBar } from '../offers/MessagesBar';
import { Failed, Skeleton } from '../ui/feedback';

function useOffer(id: number) {
  const [offer, setOffer] = useState<Offer['attributes'] | null>(null);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry fetches again
  useEffect(() => {
    let here = true;
    setFailed(false);
    call(showOffer, { id }).then(
      ({ data }) => here && setOffer(data.attributes),
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, [id, tries]);
  return { offer, failed, retry: () => setTries(tries + 1) };
}

/** The offer's thread, in which staff read the originals and hide messages, and the rules that answered. */
export function StaffThread({ offerId }: { offerId: number }) {
  const { offer, failed, retry } = useOffer(offerId);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  if (failed) return <Failed onRetry={retry}>The messages could not be loaded.</Failed>;
  if (!offer) return <Skeleton shape="lines" label="Loading the messages" />;
  const rules = [...new Set(offer.history.flatMap(({ rule }) => rule ?? []))];
  return (
    <section className="stack" aria-label="Messages">
      {rules.map((rule) => (
        <p key={rule} className="muted">{`Answered by the seller's rule: ${rule}`}</p>
      ))}
      <div className="order-messages">
        <MessagesBar
          load={() => import('./MessageThread')}
          {...offer}
          offerId={offerId}
          side="staff"
          slot={slot}
          showsLatest
        />
        <div ref={setSlot} className="thread-slot" />
      </div>
    </section>
  );
}
