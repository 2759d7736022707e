import { useEffect, useRef } from 'react';
import type { ThreadProps } from '../offers/MessagesBar';
import { Button } from '../ui/button';
import { Failed } from '../ui/empty';
import { Skeleton } from '../ui/skeleton';
import { actLines, entriesOf } from './acts';
import { Composer } from './Composer';
import { Message, OutgoingMessage } from './Message';
import { useOutbox } from './use-outbox';
import type { ThreadSource } from './use-thread';

interface Props extends ThreadProps {
  thread: ThreadSource;
}

export function Thread({ thread, ...props }: Props) {
  const { offerId, name, side } = props;
  const { state, failed, add, refetch } = thread;
  const outbox = useOutbox(offerId, add);
  if (!state)
    return failed ? (
      <Failed onRetry={refetch}>The messages could not be loaded.</Failed>
    ) : (
      <Skeleton shape="lines" label="Loading the messages" />
    );
  return (
    <>
      <Entries {...props} thread={thread} sending={outbox.outgoing.length}>
        {outbox.outgoing.map((message) => (
          <OutgoingMessage key={message.key} message={message} onRetry={() => outbox.retry(message)} />
        ))}
      </Entries>
      {state.canWrite && <Composer offerId={offerId} name={name} onSend={outbox.send} />}
      {!state.canWrite && side !== 'staff' && state.closedReason && (
        <p className="muted small">{state.closedReason}</p>
      )}
    </>
  );
}

function Entries({
  thread,
  side,
  name,
  sending,
  children,
}: Props & { sending: number; children: React.ReactNode }) {
  const { state, newFrom, loadEarlier, refetch } = thread;
  const list = useRef<HTMLOListElement>(null);
  const { messages = [], history = [], hasEarlier = false } = state ?? {};
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new message
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last, sending]);
  const counterparty = side === 'buyer' ? 'seller' : 'buyer';
  const names = side === 'staff' ? STAFF_NAMES : { [side]: 'You', [counterparty]: name };
  const isEmpty = messages.length === 0 && sending === 0;
  return (
    <>
      {hasEarlier && (
        <Button tone="link" size="small" onClick={() => void loadEarlier()}>
          Show Earlier Messages
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <ol className="thread-list" ref={list} tabIndex={0} aria-live="polite" aria-label="Messages">
        {entriesOf(actLines(history, names), messages, hasEarlier).map((entry) =>
          'act' in entry ? (
            <li key={entry.key} className="thread-act">
              {entry.act}
            </li>
          ) : (
            <Message
              key={entry.key}
              message={entry.message}
              name={name}
              isNew={entry.message.id === newFrom}
              onHidden={side === 'staff' ? refetch : undefined}
            />
          ),
        )}
        {children}
      </ol>
      {isEmpty && <p className="muted small">No messages yet. Ask about condition, packing or timing.</p>}
    </>
  );
}

const STAFF_NAMES = { buyer: 'Buyer', seller: 'Seller' };
