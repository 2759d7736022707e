import '../page/shared';
import { useEffect, useId, useState } from 'react';
import type { MessagesProps } from '../offers/late-messages';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { ReadMore } from '../ui/disclosure';
import { Thread } from './Thread';
import { useThread } from './use-thread';

/** The latest message, and the button that opens the thread. */
export function Messages(props: MessagesProps) {
  const { offerId, name, last_message: last, showsLatest } = props;
  const [open, setOpen] = useState(false);
  // Reading is no event, so the card may still say unread what was shown here.
  const [seenId, setSeenId] = useState(0);
  const lastId = last?.id ?? 0;
  useEffect(() => {
    if (open) setSeenId(lastId);
  }, [open, lastId]);
  const unread = open || lastId <= seenId ? 0 : props.unread_messages;
  const threadId = useId();
  return (
    <>
      {showsLatest && !open && last && <Latest {...last} />}
      <Button
        tone="quiet"
        size="small"
        data-key="m"
        aria-expanded={open}
        aria-controls={open ? threadId : undefined}
        onClick={() => setOpen(!open)}
      >
        {unread > 0 && <span className="dot" />}
        {unread > 0 ? `Messages (${unread})` : 'Messages'}
        {unread > 0 && <span className="visually-hidden"> unread from {name}</span>}
      </Button>
      {open && (
        <section id={threadId} className="thread" aria-label={`Messages with ${name}`}>
          <OpenThread {...props} key={offerId} />
        </section>
      )}
    </>
  );
}

function Latest({ name, body, created_at, mine }: NonNullable<MessagesProps['last_message']>) {
  const { shortDay } = useDates();
  return (
    <div className="latest-message">
      <p className="muted small">
        <b>{mine ? 'You' : name}</b> <time dateTime={created_at}>{shortDay(created_at)}</time>
      </p>
      <ReadMore lines={3}>
        <p className="message-text" dir="auto">
          {body}
        </p>
      </ReadMore>
    </div>
  );
}

function OpenThread(props: MessagesProps) {
  const thread = useThread(props.offerId, props.side, props.unread_messages);
  return <Thread {...props} thread={thread} />;
}
