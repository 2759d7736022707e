import { use, useEffect, useRef } from 'react';
import { dollars } from '../../server/contract/money';
import type { Offer } from '../../server/offers/contract';
import type { Side } from '../../server/offers/rules';
import { endingForm } from '../../server/offers/schema';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import { TextArea } from '../forms/text-area';
import { aboveLimit, OrderLimit } from '../offers/approval';
import { contactsNote } from '../offers/contacts-note';
import { Button } from '../ui/button';
import { FormError } from '../ui/feedback';
import { Modal } from '../ui/modal';
import { nameOf, otherSide } from './wording';

export type Act = 'accept' | 'reject' | 'withdraw';

/** The requested act, and the offer as shown when its button was pressed. */
export interface PendingAct {
  act: Act;
  offer: Offer;
  /** Its main button has the focus, so that Enter acts. */
  byKey: boolean;
  /** Why the last try failed; the offer is then as it is since. */
  problem: string | null;
}

export interface TypedWithAct {
  note: string;
  /** Of a buyer who accepts. */
  buyer_po_number: string;
}

interface ActWords {
  title: string;
  consequence: string;
  button: string;
}

function wordsFor(
  { act, byKey, offer: { attributes } }: PendingAct,
  other: string,
  above: string | null,
): ActWords {
  const { offer_number, state, total_cents, total_net_to_seller } = attributes;
  if (act === 'accept')
    return {
      title: byKey ? `Accept ${offer_number}?` : `Accept offer ${offer_number}?`,
      consequence:
        above ??
        [
          `This creates an order for ${dollars(total_cents)}.`,
          ...(total_net_to_seller === null
            ? []
            : [`You receive ${dollars(total_net_to_seller)} after fees.`]),
          "Accepting can't be undone.",
        ].join(' '),
      button: 'Accept Offer',
    };
  const ends = `This ends the offer of ${dollars(total_cents)} and can't be undone. ${other} will be notified.`;
  if (act === 'reject')
    return { title: `Reject offer ${offer_number}?`, consequence: ends, button: 'Reject Offer' };
  if (state === 'seller_review')
    return { title: `Withdraw offer ${offer_number}?`, consequence: ends, button: 'Withdraw Offer' };
  return {
    title: `Withdraw counter on ${offer_number}?`,
    consequence: `This takes back your counter of ${dollars(total_cents)}. The offer returns to the buyer's last prices, and ${other} will be notified.`,
    button: 'Withdraw Counter',
  };
}

export interface ActDialogProps {
  pending: PendingAct;
  side: Side;
  busy: boolean;
  onClose: () => void;
  onAct: (pending: PendingAct, typed: TypedWithAct) => Promise<unknown>;
}

/** Confirms an act, with an optional message to the counterparty where the act takes one. */
export function ActDialog({ pending, side, busy, onClose, onAct }: ActDialogProps) {
  const form = useForm({
    schema: endingForm,
    initial: { note: '', buyer_po_number: pending.offer.attributes.buyer_po_number ?? '' },
    submit: async (typed) => {
      await onAct(pending, typed);
    },
  });
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pending.byKey) main.current?.focus();
  }, [pending.byKey]);
  const other = nameOf(pending.offer.attributes, otherSide(side));
  const above = aboveLimit(pending.offer.attributes.total_cents, use(OrderLimit));
  const words = wordsFor(pending, other, above);
  const accepts = pending.act === 'accept';
  return (
    <Modal
      title={words.title}
      open
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button ref={main} tone={accepts ? 'primary' : 'danger'} busy={busy} onClick={form.onSubmit}>
            {words.button}
          </Button>
        </>
      }
    >
      <div className="stack">
        <FormError>{pending.problem}</FormError>
        <p>{words.consequence}</p>
        {accepts && side === 'buyer' && (
          <TextField label="Your PO number" optional {...form.field('buyer_po_number')} />
        )}
        <TextArea
          label={`Message to ${other}`}
          optional
          most={500}
          rows={3}
          note={contactsNote(form.values.note, other)}
          {...form.field('note')}
        />
      </div>
    </Modal>
  );
}
