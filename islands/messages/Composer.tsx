import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';
import { MAX_MESSAGE } from '../../server/messages/rules';
import { readAccountValue, writeAccountValue } from '../browser/account-store';
import { TextArea } from '../forms/text-area';
import { contactsNote } from '../offers/contacts-note';
import { Button } from '../ui/button';

const COUNTED_FROM = 1_800;

interface Props {
  offerId: number;
  side: 'buyer' | 'seller' | 'staff';
  name: string;
  masksContacts: boolean;
  onSend: (body: string) => void;
}

/** Text by thread, kept in the browser's tab until it is sent. */
function useDraft({ offerId, side }: Props) {
  const key = `message-${side}-${offerId}`;
  const [body, setBody] = useState(() => readAccountValue<string>(key) ?? '');
  return [
    body,
    (text: string) => {
      setBody(text);
      writeAccountValue(key, text === '' ? null : text);
    },
  ] as const;
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

export function Composer(props: Props) {
  const { offerId, name, onSend } = props;
  const [body, write] = useDraft(props);
  const keysId = useId();
  const isTooLong = body.length > MAX_MESSAGE;
  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (body.trim() === '' || isTooLong) return;
    onSend(body);
    write('');
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
  };
  return (
    <form className="composer" onSubmit={send} onKeyDown={onKeyDown}>
      <TextArea
        label={`Message to ${name}`}
        name={`message-${offerId}`}
        rows={1}
        most={body.length >= COUNTED_FROM ? MAX_MESSAGE : undefined}
        error={isTooLong && 'Maximum 2,000 characters'}
        value={body}
        onChange={write}
      />
      <p className="message-note" role="status">
        {props.masksContacts && contactsNote(body, name)}
      </p>
      <span className="faint small composer-keys" id={keysId}>
        {isMac() ? '⌘' : 'Ctrl'} + Enter sends
      </span>
      <Button
        type="submit"
        size="small"
        tone="primary"
        aria-describedby={keysId}
        disabled={body.trim() === '' || isTooLong}
      >
        Send
      </Button>
    </form>
  );
}
