import { useState } from 'react';
import type { ThreadMessage } from '../../server/contract/thread-message';
import { hideMessage } from '../../server/messages/contract';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { TextField } from '../forms/field';
import { FormModal } from '../forms/form-modal';
import { Button } from '../ui/button';

interface Props {
  message: Pick<ThreadMessage, 'id' | 'name' | 'body'>;
  onHidden: () => Promise<unknown>;
}

/** For staff: hides a message from both sides, with a reason for the audit log. */
export function HideMessage({ message, onHidden }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button tone="link" size="small" className="message-hide" onClick={() => setOpen(true)}>
        Hide Message
      </Button>
      {open && <HideDialog message={message} onHidden={onHidden} onClose={() => setOpen(false)} />}
    </>
  );
}

const MAX_REASON = 500;

/** Without a schema: formik and yup would come with every thread. */
function HideDialog({ message, onHidden, onClose }: Props & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, submit } = useAct({ failed: 'The message was not hidden. Try again.' });
  async function hide() {
    setMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    const isHidden = await submit(async () => {
      await call(hideMessage, { id: message.id }, { reason });
      await onHidden();
    });
    if (isHidden) onClose();
  }
  return (
    <FormModal
      title="Hide this message?"
      confirm="Hide Message"
      danger
      form={{ error: problem, isSubmitting: busy, onSubmit: () => void hide() }}
      onClose={onClose}
    >
      <p>Both sides will read that it was removed. Staff still read the original.</p>
      <blockquote className="message-quote" dir="auto">
        {message.body}
      </blockquote>
      <TextField
        label="Reason"
        name="reason"
        note="For the audit log. Neither side reads it."
        error={isMissing && 'Enter a reason'}
        value={reason}
        onChange={setReason}
        maxLength={MAX_REASON}
      />
    </FormModal>
  );
}
