import { type SyntheticEvent, useState } from 'react';
import { type Claim, sendClaimMessage } from '../../server/claims/contract';
import { MAX_CLAIM_TEXT } from '../../server/claims/rules';
import { call } from '../browser/api';
import { useAct } from '../browser/use-act';
import { TextArea } from '../forms/text-area';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { FormError } from '../ui/feedback';
import { PhotoField } from './PhotoField';
import { usePhotos } from './use-photos';

interface Props {
  claim: Claim;
  onChange: () => unknown;
}

/** Staff mostly read: their form opens on demand. */
export const AskParties = (props: Props) => (
  <Disclosure title="Ask the Buyer or Seller" level={3}>
    <MessageForm {...props} />
  </Disclosure>
);

export function MessageForm({ claim, onChange }: Props) {
  const [body, setBody] = useState('');
  const photos = usePhotos(claim.purchase_order_id);
  const { busy, problem, run } = useAct();
  async function send(event: SyntheticEvent) {
    event.preventDefault();
    const message = { body, photos: photos.fileKeys };
    if (!(await run(() => call(sendClaimMessage, { id: claim.id }, message)))) return;
    setBody('');
    photos.clear();
    await onChange();
  }
  return (
    <form className="stack claim-message" onSubmit={(event) => void send(event)}>
      <TextArea
        label="Message"
        name="body"
        rows={2}
        most={MAX_CLAIM_TEXT}
        value={body}
        onChange={setBody}
        onBlur={() => undefined}
      />
      <FormError>{problem}</FormError>
      <div className="claim-message-foot">
        <PhotoField photos={photos} labelHidden />
        <Button type="submit" busy={busy} disabled={body.trim() === '' || photos.isUploading}>
          Send Message
        </Button>
      </div>
    </form>
  );
}
