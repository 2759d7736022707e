import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { hiddenFrom } from '../offers/contacts-note';
import { Button } from '../ui/button';
import { useDates } from '../ui/dates';
import { HideMessage } from './HideMessage';
import type { Outgoing } from './use-outbox';

interface Props {
  message: ThreadMessage;
  /** The counterparty's. */
  name: string;
  isFollowUp: boolean;
  /** The first that was unread when the thread was opened. */
  isNew: boolean;
  /** For staff, who may hide it. */
  onHidden: (() => Promise<unknown>) | undefined;
}

/** A colleague by name; staff read the company's. */
export const authorOf = ({ by, name }: ThreadMessage, isStaff: boolean) => (!isStaff && by?.name) || name;

export function Message({ message, name, isFollowUp, isNew, onHidden }: Props) {
  const { deadline } = useDates();
  const { side, body, mine, by, hidden, masked, created_at } = message;
  // Only the own side's name their authors, except to staff.
  const isRight = onHidden ? side === 'seller' : mine || by !== undefined;
  return (
    <>
      {isNew && <li className="thread-new">New</li>}
      <li
        className={clsx(
          'message',
          isRight && 'mine',
          hidden && 'hidden-message',
          isFollowUp && !isNew && 'follow-up',
        )}
      >
        <p className={isFollowUp && !isNew ? 'visually-hidden' : 'message-by'}>
          <b>
            <bdi>{mine ? 'You' : authorOf(message, onHidden !== undefined)}</bdi>
          </b>{' '}
          <time dateTime={created_at}>{deadline(created_at)}</time>
        </p>
        <div className="message-body">
          <p className="message-text" dir="auto">
            {masked && !mine && !onHidden ? <Masked text={body} /> : body}
          </p>
        </div>
        {isRight && masked && !onHidden && <p className="message-note">{hiddenFrom(name)}</p>}
        {onHidden && hidden && <p className="message-note">Hidden from both sides</p>}
        {onHidden && !hidden && <HideMessage message={message} onHidden={onHidden} />}
      </li>
    </>
  );
}

const MASK = /(\[hidden until payment\])/;

/** The text as it was sent, with the hidden runs set apart. */
const Masked = ({ text }: { text: string }) =>
  text.split(MASK).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );

interface OutgoingProps {
  message: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
}

export function OutgoingMessage({ message, onRetry, onDiscard }: OutgoingProps) {
  const { body, problem } = message;
  function discard({ currentTarget }: MouseEvent) {
    currentTarget.closest<HTMLElement>('.thread-list')?.focus();
    onDiscard();
  }
  return (
    <li className={clsx('message mine follow-up', problem !== null && 'failed')} aria-busy={problem === null}>
      <div className="message-body">
        <p className="message-text" dir="auto">
          {body}
        </p>
      </div>
      {problem === null ? (
        <p className="message-note">Sending…</p>
      ) : (
        <p className="message-note message-problem" role="alert">
          Not sent.{' '}
          <Button tone="link" size="small" onClick={onRetry}>
            Try again
          </Button>
          {' · '}
          <Button tone="link" size="small" onClick={discard}>
            Discard
          </Button>{' '}
          {problem}
        </p>
      )}
    </li>
  );
}
