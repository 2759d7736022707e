import { useState } from 'react';
import { dollars } from '../../server/contract/money';
import { orderEventLabels } from '../../server/orders/contract';
import type { AdminPurchaseOrder } from '../../server/orders/staff-contract';
import type { OrderEvent } from '../../server/orders/state-contract';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { EVENTS_WITH_DIALOG, type EventDetails, TransitionFields } from './transition-fields';

interface Props {
  order: AdminPurchaseOrder['attributes'];
  /** The event in progress. */
  busy: OrderEvent | null;
  /** The order as shown when a button was pressed; null if it left the list. */
  pressed: () => AdminPurchaseOrder['attributes'] | null;
  onEvent: (order: AdminPurchaseOrder['attributes'], event: OrderEvent, details: EventDetails) => void;
  leftBecause: string | null;
}

/** The usual next step of a status; its button is primary. */
const USUAL_EVENTS: ReadonlySet<OrderEvent> = new Set(['ship', 'receive', 'pay_in_full', 'complete']);

export function Transitions({ order, busy, pressed, onEvent, leftBecause }: Props) {
  const [pending, setPending] = useState<{ event: OrderEvent; order: Props['order'] } | null>(null);
  const event = pending?.event ?? null;
  const [details, setDetails] = useState<EventDetails>({});
  function press(event: OrderEvent) {
    const shown = busy === null ? pressed() : null;
    if (!shown) return;
    if (EVENTS_WITH_DIALOG.has(event)) setPending({ event, order: shown });
    else onEvent(shown, event, {});
  }

  return (
    <>
      {leftBecause !== null && <p className="left-reason tiny">{leftBecause}</p>}
      <div className="button-row">
        {order.allowed_state_transitions.map(({ event }) => (
          <Button
            key={event}
            size="small"
            tone={event === 'cancel' ? 'danger' : USUAL_EVENTS.has(event) ? 'primary' : undefined}
            busy={busy === event}
            aria-disabled={(busy !== null && busy !== event) || undefined}
            disabled={leftBecause !== null}
            onClick={() => press(event)}
          >
            {orderEventLabels[event]}
          </Button>
        ))}
      </div>
      <Modal
        title={
          event === 'cancel' ? `Cancel ${pending?.order.po_number}?` : event ? orderEventLabels[event] : ''
        }
        open={pending !== null}
        onClose={() => setPending(null)}
        size="small"
        footer={
          pending && (
            <>
              <Button onClick={() => setPending(null)}>Back</Button>
              <Button
                tone={pending.event === 'cancel' ? 'danger' : 'primary'}
                onClick={() => {
                  setPending(null);
                  setDetails({});
                  onEvent(pending.order, pending.event, details);
                }}
              >
                {orderEventLabels[pending.event]}
              </Button>
            </>
          )
        }
      >
        <div className="stack">
          <p>
            {pending &&
              `${pending.order.po_number}, ${dollars(pending.order.total_cents)}: ${pending.order.buyer_name} from ${pending.order.seller_name}`}
          </p>
          {event && <TransitionFields event={event} details={details} onDetails={setDetails} />}
        </div>
      </Modal>
    </>
  );
}
