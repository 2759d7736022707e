import { useState } from 'react';
import { showOffer } from '../../server/offers/contract';
import { call } from '../browser/api';
import { MessagesBar } from '../offers/MessagesBar';
import { Failed, Skeleton, usePreloaded } from '../ui/feedback';

/** The offer's thread, in which staff read the originals and hide messages, and the rules that answered. */
export function StaffThread({ offerId }: { offerId: number }) {
  const [offer, refetch, { failed }] = usePreloaded(
    undefined,
    async () => (await call(showOffer, { id: offerId })).data.attributes,
  );
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  if (failed) return <Failed onRetry={refetch}>The messages could not be loaded.</Failed>;
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
        />
        <div ref={setSlot} className="thread-slot" />
      </div>
    </section>
  );
}
