import type { Offer } from '../../../server/offers/contract';
import type { Side } from '../../../server/offers/rules';
import { useLateComponent } from '../../browser/use-late-component';
import { threadTitle } from '../../offers/MessagesBar';
import { Skeleton } from '../../ui/feedback';

interface Props {
  attributes: Offer['attributes'];
  side: Side;
  onClose: () => void;
}

/** The messages of the open offer, which load with their tab. */
export function OfferThread({ attributes, side, onClose }: Props) {
  const MessageThread = useLateComponent({
    wanted: true,
    load: () => import('../../messages/MessageThread').then((loaded) => loaded.MessageThread),
    onFailure: onClose,
  });
  return (
    <section className="thread" aria-label={threadTitle({ ...attributes, side })}>
      {MessageThread ? (
        <MessageThread
          {...attributes}
          key={attributes.id}
          offerId={attributes.id}
          side={side}
          takesFocus
          onClose={onClose}
        />
      ) : (
        <Skeleton shape="lines" label="Loading the messages" />
      )}
    </section>
  );
}
