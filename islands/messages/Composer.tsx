import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { MAX_MESSAGE } from '../../server/messages/contract';
import { TextArea } from '../forms/text-field';
import { Button } from '../ui/button';

const COUNTED_FROM = 1_800;

const drafts = new Map<number, string>();

interface Props {
  offerId: number;
  name: string;
  onSend: (body: string) => void;
}

/** Its text is kept until it is sent, also where the thread is closed meanwhile. */
export function Composer({ offerId, name, onSend }: Props) {
  const [body, setBody] = useState(drafts.get(offerId) ?? '');
  const isTooLong = body.length > MAX_MESSAGE;
  function write(text: string) {
    drafts.set(offerId, text);
    setBody(text);
  }
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
        rows={2}
        most={body.length >= COUNTED_FROM ? MAX_MESSAGE : undefined}
        error={isTooLong && 'Maximum 2,000 characters'}
        value={body}
        onChange={write}
      />
      <Button type="submit" disabled={body.trim() === '' || isTooLong}>
        Send
      </Button>
    </form>
  );
}
