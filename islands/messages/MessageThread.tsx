import '../page/shared';
import type { ThreadProps } from '../offers/MessagesBar';
import { Thread } from './Thread';
import { useThread } from './use-thread';

/** The opened thread of an offer. */
export function MessageThread(props: ThreadProps) {
  const thread = useThread(props.offerId, props.side, props.unread_messages);
  return <Thread {...props} thread={thread} />;
}
