import { dollars } from '../../server/contract/money';
import type { OrderEvent } from '../../server/orders/rules';
import { FormModal } from '../forms/form-modal';
import type { EventDetails, Order } from './event-details';
import { amountOf, effectOf, titleOf } from './event-texts';
import { TransitionFields, useTransitionForm } from './TransitionFields';

export interface PendingEvent {
  event: OrderEvent;
  order: Order;
}

interface Props extends PendingEvent {
  /** Of the event. */
  label: string;
  draft: EventDetails;
  /** Receives the typed details, which the next dialog of this event shows again. */
  onBack: (draft: EventDetails) => void;
  onConfirm: (details: EventDetails) => void;
}

/** Asks for the details of an event before it happens. */
export function TransitionDialog({ event, order, label, draft, onBack, onConfirm }: Props) {
  const form = useTransitionForm(draft, async (details) => onConfirm(details));
  return (
    <FormModal
      title={titleOf(event, order.po_number)}
      form={form}
      confirm={label}
      {...(event === 'cancel' && { keep: 'Keep Order', danger: true })}
      onClose={() => onBack(form.values)}
    >
      <p>{`${order.po_number}, ${dollars(order.total_cents)}: ${order.buyer_name} from ${order.seller_name}`}</p>
      {amountOf(event, order) && <p>{amountOf(event, order)}</p>}
      <p>{effectOf(event, [order])}</p>
      <TransitionFields event={event} form={form} />
    </FormModal>
  );
}
