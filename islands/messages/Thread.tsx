import { Fragment, type ReactNode } from 'react';
import type { ThreadProps } from '../offers/MessagesBar';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { Failed, Skeleton } from '../ui/feedback';
import { actLines, entriesOf } from './acts';
import { Composer } from './Composer';
import { authorOf, Message, OutgoingMessage } from './Message';
import { useOutbox } from './use-outbox';
import { useScroll } from './use-scroll';
import type { ThreadSource } from './use-thread';

interface Props extends ThreadProps {
  thread: ThreadSource;
}

export function Thread({ thread, ...props }: Props) {
  const { offerId, side, buyer_name, seller_name } = props;
  const { state, failed, add, refetch } = thread;
  const outbox = useOutbox({ offerId, side }, add);
  const name = side === 'buyer' ? seller_name : buyer_name;
  if (!state)
    return failed ? (
      <Failed onRetry={refetch}>The messages could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the messages" />
    );
  return (
    <>
      <Entries {...props} name={name} thread={thread} sending={outbox.outgoing.length}>
        {outbox.outgoing.map((message) => (
          <OutgoingMessage
            key={message.key}
            message={message}
            onRetry={() => outbox.retry(message)}
            onDiscard={() => outbox.discard(message)}
          />
        ))}
      </Entries>
      <p className="visually-hidden" role="status">
        {thread.arrived && `${authorOf(thread.arrived, side === 'staff')}: ${thread.arrived.body}`}
      </p>
      {state.canWrite && (
        <Composer
          offerId={offerId}
          side={side}
          name={name}
          masksContacts={state.masksContacts}
          onSend={outbox.send}
        />
      )}
      {!state.canWrite && side !== 'staff' && state.closedReason && (
        <p className="thread-closed muted small">{state.closedReason}</p>
      )}
    </>
  );
}

interface EntriesProps extends Props {
  name: string;
  sending: number;
  children: ReactNode;
}

function Entries({ thread, side, name, buyer_name, seller_name, sending, children }: EntriesProps) {
  const { day } = useDates();
  const { state, newFrom, loadEarlier, isLoadingEarlier, refetch } = thread;
  const { messages = [], history = [], hasEarlier = false } = state ?? {};
  const { list, onScroll } = useScroll(messages, sending);
  const names = { buyer: buyer_name, seller: seller_name, ...(side !== 'staff' && { [side]: 'You' }) };
  const entries = entriesOf(actLines(history, names), messages, hasEarlier);
  return (
    <>
      {hasEarlier && (
        <Button tone="link" size="small" busy={isLoadingEarlier} onClick={() => void loadEarlier()}>
          Show Earlier Messages
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ol className="thread-list" ref={list} onScroll={onScroll} tabIndex={0} aria-label="Messages">
        {entries.map((entry, index) => {
          const before = entries[index - 1];
          const isNewDay = !before || day(before.at) !== day(entry.at);
          return (
            <Fragment key={entry.key}>
              {isNewDay && <li className="thread-day">{day(entry.at)}</li>}
              {'act' in entry ? (
                <li className="thread-act">{entry.act}</li>
              ) : (
                <Message
                  message={entry.message}
                  name={name}
                  isFollowUp={!isNewDay && entry.followsUp}
                  isNew={entry.message.id === newFrom}
                  onHidden={side === 'staff' ? refetch : undefined}
                />
              )}
            </Fragment>
          );
        })}
        {children}
        {messages.length === 0 && sending === 0 && (
          <li className="thread-empty">No messages yet. Ask about condition, packing or timing.</li>
        )}
      </ol>
    </>
  );
}
