import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import { Button } from '../kit/button';
import { Modal } from '../kit/modal';
import { TextArea } from '../kit/text-field';

export type Ending = 'reject' | 'withdraw';

const ENDINGS = {
  reject: { title: 'Reject this offer?', button: 'Reject Offer' },
  withdraw: { title: 'Withdraw?', button: 'Withdraw' },
} as const;

interface Props {
  offer: Offer;
  /** Closed while null. */
  ending: Ending | null;
  busy: boolean;
  onClose: () => void;
  onEnd: (how: Ending, note: string) => void;
}

/** Asks before an offer is ended, with room for a word to the other side. */
export function EndDialog({ offer: { attributes }, ending, busy, onClose, onEnd }: Props) {
  const [note, setNote] = useState('');
  return (
    <Modal
      title={ending ? ENDINGS[ending].title : ''}
      open={ending !== null}
      onClose={onClose}
      size="small"
      footer={
        ending && (
          <>
            <Button onClick={onClose}>Keep it</Button>
            <Button tone="danger" busy={busy} onClick={() => onEnd(ending, note)}>
              {ENDINGS[ending].button}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <p>
          {attributes.offer_number}, {dollars(attributes.total_cents)}
        </p>
        <TextArea
          label="Note to the other side"
          name="note"
          optional
          value={note}
          onChange={setNote}
          most={500}
        />
      </div>
    </Modal>
  );
}
