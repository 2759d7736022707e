import { useState } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { hideMessage } from '../../server/messages/contract';
import { notify } from '../browser/alerts';
import { ApiError, call } from '../browser/api';
import { TextField } from '../forms/text-field';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { useDates } from '../ui/dates';
import type { Outgoing } from './use-outbox';

interface Props {
  message: ThreadMessage;
  /** The counterparty's. */
  name: string;
  /** The first that was unread when the thread was opened. */
  isNew: boolean;
  /** For staff, who may hide it. */
  onHidden: (() => Promise<unknown>) | undefined;
}

export function Message({ message, name, isNew, onHidden }: Props) {
  const { deadline } = useDates();
  const { id, body, mine, hidden, masked, created_at } = message;
  return (
    <>
      {isNew && <li className="thread-new">New</li>}
      <li className={classes('message', mine && 'mine', hidden && 'hidden-message')}>
        <p className="faint small">
          <b>{mine ? 'You' : message.name}</b> <time dateTime={created_at}>{deadline(created_at)}</time>
          {hidden && onHidden && ' · Hidden'}
        </p>
        <p className="message-text" dir="auto">
          {body}
        </p>
        {mine && masked && (
          <p className="faint small">Contact details are hidden from {name} until the order is paid.</p>
        )}
        {onHidden && !hidden && <HideForm id={id} onHidden={onHidden} />}
      </li>
    </>
  );
}

export function OutgoingMessage({ message, onRetry }: { message: Outgoing; onRetry: () => void }) {
  const { body, problem } = message;
  return (
    <li className="message mine" aria-busy={problem === null}>
      <p className="message-text" dir="auto">
        {body}
      </p>
      {problem === null ? (
        <p className="faint small">Sending…</p>
      ) : (
        <p className="small message-problem" role="alert">
          Not sent.{' '}
          <Button tone="link" size="small" onClick={onRetry}>
            Try again
          </Button>{' '}
          {problem}
        </p>
      )}
    </li>
  );
}

function HideForm({ id, onHidden }: { id: number; onHidden: () => Promise<unknown> }) {
  const [reason, setReason] = useState<string | null>(null);
  async function hide() {
    try {
      await call(hideMessage, { id }, { reason });
      await onHidden();
    } catch (error) {
      notify('error', error instanceof ApiError ? error.message : 'Oops, something went wrong.');
    }
  }
  if (reason === null)
    return (
      <Button tone="link" size="small" onClick={() => setReason('')}>
        Hide Message
      </Button>
    );
  return (
    <div className="stack tight">
      <TextField label="Reason" name={`reason-${id}`} value={reason} onChange={setReason} maxLength={500} />
      <div className="button-row">
        <Button size="small" onClick={() => setReason(null)}>
          Cancel
        </Button>
        <Button size="small" tone="danger" disabled={reason.trim() === ''} onClick={() => void hide()}>
          Hide Message
        </Button>
      </div>
    </div>
  );
}
