import '../page/shared';
import { dollars } from '../../server/contract/money';
import { orderEventLabels } from '../../server/orders/contract';
import type { OrderEvent } from '../../server/orders/state-contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import type { EventDetails, Order } from './event-details';
import { TransitionFields, useTransitionForm } from './TransitionFields';

export interface PendingEvent {
  event: OrderEvent;
  order: Order;
}

interface Props extends PendingEvent {
  draft: EventDetails;
  /** Receives the typed details, which the next dialog of the order shows again. */
  onBack: (draft: EventDetails) => void;
  onConfirm: (details: EventDetails) => void;
}

/** Asks for the details of an event before it happens. */
export function TransitionDialog({ event, order, draft, onBack, onConfirm }: Props) {
  const form = useTransitionForm(draft, async (details) => onConfirm(details));
  const back = () => onBack(form.values);
  return (
    <Modal
      title={event === 'cancel' ? `Cancel order ${order.po_number}?` : orderEventLabels[event]}
      open
      onClose={back}
      size="small"
      footer={
        <>
          <Button onClick={back}>{event === 'cancel' ? 'Keep Order' : 'Cancel'}</Button>
          <Button tone={event === 'cancel' ? 'danger' : 'primary'} onClick={form.onSubmit}>
            {orderEventLabels[event]}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{`${order.po_number}, ${dollars(order.total_cents)}: ${order.buyer_name} from ${order.seller_name}`}</p>
        <TransitionFields event={event} form={form} />
      </div>
    </Modal>
  );
}
