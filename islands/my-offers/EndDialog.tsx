import '../page/shared';
import { dollars } from '../../server/contract/money';
import { endingForm, type Offer } from '../../server/offers/contract';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-field';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

export type Ending = 'reject' | 'withdraw';

const ENDINGS = {
  reject: { title: 'Reject this offer?', button: 'Reject Offer' },
  withdraw: { title: 'Withdraw?', button: 'Withdraw' },
} as const;

/** The requested ending, and the offer as shown when its button was pressed. */
export interface Ended {
  how: Ending;
  offer: Offer;
}

export interface EndDialogProps {
  /** Closed while null. */
  ending: Ended | null;
  busy: boolean;
  onClose: () => void;
  onEnd: (ending: Ended, note: string) => Promise<unknown>;
}

/** Confirms ending an offer, with an optional message to the counterparty. */
export function EndDialog({ ending, busy, onClose, onEnd }: EndDialogProps) {
  const form = useForm({
    schema: endingForm,
    initial: { note: '' },
    submit: async ({ note }) => {
      if (ending) await onEnd(ending, note);
    },
    delayed: false,
  });
  const words = ending && ENDINGS[ending.how];
  return (
    <Modal
      title={words?.title ?? ''}
      open={ending !== null}
      onClose={onClose}
      size="small"
      footer={
        ending && (
          <>
            <Button onClick={onClose}>Keep it</Button>
            <Button tone="danger" busy={busy} onClick={form.onSubmit}>
              {words?.button}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <p>
          {ending &&
            `${ending.offer.attributes.offer_number}, ${dollars(ending.offer.attributes.total_cents)}`}
        </p>
        <TextArea label="Note to the other side" optional most={500} {...form.field('note')} />
      </div>
    </Modal>
  );
}
