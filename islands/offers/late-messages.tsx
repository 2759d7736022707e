import type { ComponentType } from 'react';
import type { ThreadSummary } from '../../server/contract/thread-message';
import { useLateComponent } from '../browser/use-late-component';

export interface MessagesProps extends ThreadSummary {
  offerId: number;
  side: 'buyer' | 'seller' | 'staff';
  /** The counterparty's. */
  name: string;
  /** Where the card itself does not show the latest message. */
  showsLatest?: boolean;
}

interface Props extends MessagesProps {
  load: () => Promise<{ Messages: ComponentType<MessagesProps> }>;
}

/** The messages of an offer or an order. A late part: pages of buyers are full. */
export function LateMessages({ load, ...props }: Props) {
  const Messages = useLateComponent({
    wanted: true,
    load: () => load().then((loaded) => loaded.Messages),
    onFailure: () => undefined,
  });
  return <div className="messages">{Messages && <Messages {...props} />}</div>;
}
