import { type ComponentType, useEffect, useId, useState } from 'react';
import type { ThreadSummary } from '../../server/contract/thread-message';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { useDates } from '../ui/dates';
import { ReadMore } from '../ui/disclosure';
import { Skeleton } from '../ui/skeleton';

export interface ThreadProps extends ThreadSummary {
  offerId: number;
  side: 'buyer' | 'seller' | 'staff';
  /** The counterparty's. */
  name: string;
}

interface Props extends ThreadProps {
  load: () => Promise<{ MessageThread: ComponentType<ThreadProps> }>;
  /** Where the card itself does not show the latest message. */
  showsLatest?: boolean;
}

/** The latest message of an offer or an order, and the button that opens the thread, which loads then. */
export function MessagesBar({ load, showsLatest = false, ...props }: Props) {
  const { offerId, name, last_message: last } = props;
  const [open, setOpen] = useState(false);
  const unread = useUnread(props, open);
  const threadId = useId();
  const MessageThread = useLateComponent({
    wanted: open,
    load: () => load().then((loaded) => loaded.MessageThread),
    onFailure: () => setOpen(false),
  });
  return (
    <div className={classes('messages', open && 'open')}>
      {showsLatest && !open && last && <Latest {...last} />}
      <Button
        tone="quiet"
        size="small"
        data-key="m"
        aria-expanded={open}
        aria-controls={open ? threadId : undefined}
        onClick={() => setOpen(!open)}
      >
        {unread > 0 ? `Messages (${unread})` : 'Messages'}
        {unread > 0 && <span className="visually-hidden"> unread from {name}</span>}
        {unread > 0 && <span className="dot" />}
      </Button>
      {open && (
        <section id={threadId} className="thread" aria-label={`Messages with ${name}`}>
          {MessageThread ? (
            <MessageThread {...props} key={offerId} />
          ) : (
            <Skeleton shape="lines" label="Loading the messages" />
          )}
        </section>
      )}
    </div>
  );
}

/** Reading is no event, so the summary may still count what was shown here. */
function useUnread({ last_message: last, unread_messages }: ThreadSummary, open: boolean): number {
  const [seenId, setSeenId] = useState(0);
  const lastId = last?.id ?? 0;
  useEffect(() => {
    if (open) setSeenId(lastId);
  }, [open, lastId]);
  return open || lastId <= seenId ? 0 : unread_messages;
}

function Latest({ name, body, created_at, mine }: NonNullable<ThreadSummary['last_message']>) {
  const { shortDay } = useDates();
  return (
    <div className="latest-message">
      <p className="muted small">
        <b>{mine ? 'You' : name}</b> <time dateTime={created_at}>{shortDay(created_at)}</time>
      </p>
      <ReadMore lines={2}>
        <p className="message-text" dir="auto">
          {body}
        </p>
      </ReadMore>
    </div>
  );
}
