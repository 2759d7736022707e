import { use, useEffect, useId, useRef, useState } from 'react';
import { dollars } from '../../server/contract/money';
import type { OfferApproval } from '../../server/offers/contract';
import { BUYER_PO_NUMBER_LENGTH } from '../../server/orders/rules';
import { useLateComponent } from '../browser/use-late-component';
import { TextField } from '../forms/field';
import { TextArea } from '../forms/text-area';
import { aboveLimit, OrderLimit, waitingFor } from '../offers/approval';
import { belowAsking } from '../offers/below-asking';
import type { CancelRequestProps } from '../offers/CancelRequest';
import { contactsNote } from '../offers/contacts-note';
import { useDraftText } from '../offers/draft-texts';
import { Button } from '../ui/button';
import { Notice } from '../ui/feedback';
import { MinimumOrder } from './MinimumOrder';
import { PaymentWindow } from './placed-order';
import { SellerShipping } from './SellerShipping';
import { explain, type SellerOfferState } from './seller-offer';
import type { OfferActions } from './use-offer-actions';
import type { ShippingChoice } from './use-shipping-choice';

interface Props {
  state: SellerOfferState;
  choice: ShippingChoice;
  actions: OfferActions;
  isBusy: boolean;
  /** The buyer has to choose between two states first. */
  isUnsure: boolean;
  /** The number of the offer's products that are not shown yet. */
  hidden: number;
  onApprovalChange: () => Promise<unknown>;
}

export function SellerFoot({ state, choice, actions, isBusy, isUnsure, hidden, onApprovalChange }: Props) {
  const { busy, onPointerDown, save, send, buyNow } = actions;
  const { offer, fault, faulty, present, isChanged, isBuyable, awaitsQuote } = state;
  // Once its products left the cart, the request was decided or ended.
  const approval = present.length > 0 ? offer?.attributes.approval : undefined;
  const hours = use(PaymentWindow);
  const above = aboveLimit(state.total, use(OrderLimit));
  const [footId, savedId] = [useId(), useId()];
  const [draftNote, setNote] = useDraftText(offer?.id, 'note');
  const note = draftNote ?? '';
  const [draftNumber, setNumber] = useDraftText(offer?.id, 'po_number');
  const poNumber = draftNumber ?? '';
  const isLocked = faulty.length > 0 || isBusy || busy !== null || present.length === 0 || isUnsure;
  return (
    <footer className="cart-seller-foot">
      {offer && present.length > 0 && (
        <>
          <SellerShipping offer={offer} choice={choice} />
          <PoNumber value={poNumber} onChange={(text) => setNumber(text || null)} />
          {!isBuyable && (
            <OfferMessage
              name={offer.attributes.seller_name}
              value={note}
              onChange={(text) => setNote(text || null)}
            />
          )}
        </>
      )}
      {approval && (
        <div id={footId} className="cart-approval">
          <Waiting approval={approval} onChange={onApprovalChange} />
        </div>
      )}
      {offer && <MinimumOrder offer={offer} total={state.total} />}
      <div className="cart-facts muted small">
        <TotalFacts state={state} />
        <p>
          {!approval && (
            <span id={footId}>
              {explain(state, { isUnsure, hidden })}
              {isBuyable && hours !== null && ` Unpaid orders are canceled after ${hours} hours.`}
              {above && fault === null && ` ${above}`}
            </span>
          )}{' '}
          {!isChanged && <span id={savedId}>No changes to save.</span>}
        </p>
      </div>
      <Button
        tone={isChanged ? undefined : 'quiet'}
        aria-describedby={isChanged ? footId : savedId}
        disabled={!isChanged || isLocked}
        busy={busy === 'save'}
        onPointerDown={onPointerDown}
        onClick={save}
      >
        Save Offer
      </Button>
      <div className="cart-bar">
        <p className="subtotal">
          <span>Offer total</span> <strong>{state.total === null ? '–' : dollars(state.total)}</strong>
        </p>
        {awaitsQuote && (
          <Button disabled aria-describedby={footId}>
            Buy Now
          </Button>
        )}
        <Button
          tone="primary"
          aria-describedby={footId}
          disabled={
            approval !== undefined ||
            isLocked ||
            hidden > 0 ||
            fault !== null ||
            poNumber.length > BUYER_PO_NUMBER_LENGTH ||
            (!isBuyable && note.length > MAX_NOTE_LENGTH)
          }
          busy={busy === 'buy' || busy === 'send'}
          onPointerDown={onPointerDown}
          onClick={() => void (isBuyable ? buyNow(poNumber) : send(note, poNumber))}
        >
          {isBuyable ? 'Buy Now' : 'Send Offer'}
        </Button>
      </div>
    </footer>
  );
}

interface WaitingProps {
  approval: OfferApproval;
  onChange: () => Promise<unknown>;
}

/** Whose request it is may differ: the cart is the company's. */
function Waiting({ approval, onChange }: WaitingProps) {
  const { id, requested_by, can_approve, can_cancel } = approval;
  const Cancel = useLateComponent<CancelRequestProps>({
    wanted: can_cancel,
    load: () => import('../offers/CancelRequest').then((loaded) => loaded.CancelRequest),
    onFailure: () => undefined,
  });
  const review = can_approve && (
    <Button size="small" href="/my_offers">
      Review in My Offers
    </Button>
  );
  return (
    <Notice
      title={waitingFor(approval)}
      action={review || (Cancel && <Cancel id={id} onChange={onChange} />)}
    >
      {!can_cancel && `Requested by ${requested_by.name}. `}
      {'A change to these products ends the request.'}
    </Notice>
  );
}

/** What the buyer's own books call the order. */
function PoNumber({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && value === '')
    return (
      <Button tone="link" size="small" className="cart-message" onClick={() => setOpen(true)}>
        Add a PO Number
      </Button>
    );
  return (
    <div className="cart-message">
      <TextField
        label="Your PO number"
        name="buyer_po_number"
        optional
        autoFocus={isOpen}
        error={value.length > BUYER_PO_NUMBER_LENGTH && `Maximum ${BUYER_PO_NUMBER_LENGTH} characters`}
        value={value}
        onChange={(text) => {
          setOpen(true);
          onChange(text);
        }}
      />
    </div>
  );
}

const MAX_NOTE_LENGTH = 500;

interface OfferMessageProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** Sent with the offer. */
function OfferMessage({ name, value, onChange }: OfferMessageProps) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.querySelector('textarea')?.focus();
  }, [isOpen]);
  if (!isOpen && value === '')
    return (
      <Button tone="link" size="small" className="cart-message" onClick={() => setOpen(true)}>
        Add a Message
      </Button>
    );
  return (
    <div ref={field} className="cart-message">
      <TextArea
        label={`Message to ${name}`}
        name="note"
        optional
        rows={2}
        most={MAX_NOTE_LENGTH}
        note={contactsNote(value, name)}
        error={value.length > MAX_NOTE_LENGTH && `Maximum ${MAX_NOTE_LENGTH} characters`}
        value={value}
        onChange={(text) => {
          // Stays open when a restored message is deleted.
          setOpen(true);
          onChange(text);
        }}
      />
    </div>
  );
}

function TotalFacts({ state: { offer, total, askingTotal } }: Pick<Props, 'state'>) {
  return (
    <>
      {offer?.attributes.shipping.freight_status === 'to_quote' && (
        <p>Plus freight, to be quoted by the seller</p>
      )}
      {total !== null && askingTotal !== null && total < askingTotal && (
        <p>
          {belowAsking(total, askingTotal)} of {dollars(askingTotal)}
        </p>
      )}
    </>
  );
}
