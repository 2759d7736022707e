import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ThreadMessage, ThreadSummary } from '../../server/contract/thread-message';
import { useLateComponent } from '../browser/use-late-component';
import { useDates } from '../ui/dates';
import { ReadMore } from '../ui/disclosure';
import { Skeleton } from '../ui/feedback';
import { Icon } from '../ui/icon';
import { useUnread } from './read-marks';

interface Thread extends ThreadSummary {
  offerId: number;
  side: 'buyer' | 'seller' | 'staff';
  buyer_name: string;
  seller_name: string;
}

export interface ThreadProps extends Thread {
  /** Takes the focus once it is loaded, as its button was pressed. */
  takesFocus: boolean;
  onClose: () => void;
}

interface Props extends Thread {
  load: () => Promise<{ MessageThread: ComponentType<ThreadProps> }>;
  /** Where the thread is shown; null until that is rendered. */
  slot: HTMLElement | null;
  /** The address leads to the thread. */
  isLinked?: boolean;
}

/** The latest message of an offer or an order, and the button that opens the thread, which loads then. */
export function MessagesBar({ load, slot, isLinked = false, ...props }: Props) {
  const { offerId, last_message: last, message_count: count } = props;
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const open = wanted && slot !== null;
  useEffect(() => {
    if (isLinked) setWanted(true);
  }, [isLinked]);
  const unread = useUnread(offerId, props, open);
  const threadId = useId();
  const MessageThread = useLateComponent({
    wanted,
    load: () => load().then((loaded) => loaded.MessageThread),
    onFailure: () => setWanted(false),
  });
  function toggle() {
    pressed.current = !open;
    setWanted(!open);
  }
  function close() {
    setWanted(false);
    button.current?.focus();
  }
  return (
    <div className="messages">
      <h2>
        <button
          ref={button}
          type="button"
          className="disclosure-button"
          data-key="m"
          aria-expanded={open}
          aria-controls={open ? threadId : undefined}
          onClick={toggle}
        >
          {count > 0 ? `Messages (${count})` : 'Messages'}
          {unread > 0 && <span className="visually-hidden"> {unread} unread</span>}
          {unread > 0 && <span className="dot" />}
          {count === 0 && !open && <span className="muted small"> No messages yet</span>}
          <Icon name="chevron-down" />
        </button>
      </h2>
      {!open && last && <Latest message={last} isStaff={props.side === 'staff'} />}
      {open &&
        createPortal(
          <section id={threadId} className="thread" aria-label={threadTitle(props)}>
            {MessageThread ? (
              <MessageThread {...props} key={offerId} takesFocus={pressed.current} onClose={close} />
            ) : (
              <Skeleton shape="lines" label="Loading the messages" />
            )}
          </section>,
          slot,
        )}
    </div>
  );
}

export const threadTitle = ({
  side,
  buyer_name,
  seller_name,
}: Pick<Thread, 'side' | 'buyer_name' | 'seller_name'>) =>
  side === 'staff'
    ? `Messages of ${buyer_name} and ${seller_name}`
    : `Messages with ${side === 'buyer' ? seller_name : buyer_name}`;

interface LatestProps {
  message: ThreadMessage;
  isStaff: boolean;
}

function Latest({ message: { name, mine, by, body, created_at }, isStaff }: LatestProps) {
  const { shortDay } = useDates();
  return (
    <div className="latest-message">
      <p className="muted small">
        <b>
          <bdi>{mine ? 'You' : (!isStaff && by?.name) || name}</bdi>
        </b>{' '}
        <time dateTime={created_at}>{shortDay(created_at)}</time>
      </p>
      <ReadMore lines={2}>
        <p className="message-text" dir="auto">
          {body}
        </p>
      </ReadMore>
    </div>
  );
}
