import '../page/shared';
import { dollars } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import { endingForm } from '../../server/offers/schema';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-field';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';

export type Ending = 'reject' | 'withdraw';

/** The requested ending, and the offer as shown when its button was pressed. */
export interface Ended {
  how: Ending;
  offer: Offer;
}

interface EndingWords {
  title: string;
  consequence: string;
  button: string;
  counterparty: string;
}

function wordsFor({ how, offer: { attributes } }: Ended): EndingWords {
  const { offer_number, buyer_name, seller_name } = attributes;
  const isSellersTurn = attributes.state === 'seller_review';
  if (how === 'reject')
    return {
      title: `Reject offer ${offer_number}?`,
      consequence: "The offer ends. This can't be undone.",
      button: 'Reject Offer',
      counterparty: isSellersTurn ? buyer_name : seller_name,
    };
  if (isSellersTurn)
    return {
      title: `Withdraw offer ${offer_number}?`,
      consequence: "The offer ends. This can't be undone.",
      button: 'Withdraw Offer',
      counterparty: seller_name,
    };
  return {
    title: `Withdraw counter on ${offer_number}?`,
    consequence: "The offer returns to the buyer's last prices.",
    button: 'Withdraw Counter',
    counterparty: buyer_name,
  };
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
  const words = ending && wordsFor(ending);
  return (
    <Modal
      title={words?.title ?? ''}
      open={ending !== null}
      onClose={onClose}
      size="small"
      footer={
        ending && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="danger" busy={busy} onClick={form.onSubmit}>
              {words?.button}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <p>{words && `Total ${dollars(ending.offer.attributes.total_cents)}. ${words.consequence}`}</p>
        <TextArea
          label={`Message to ${words?.counterparty ?? ''}`}
          optional
          most={500}
          {...form.field('note')}
        />
      </div>
    </Modal>
  );
}
