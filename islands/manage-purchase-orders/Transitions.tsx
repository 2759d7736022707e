import { useState } from 'react';
import { orderEventLabels } from '../../server/orders/contract';
import type { OrderEvent } from '../../server/orders/state-contract';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { EVENTS_WITH_DIALOG, type EventDetails, type Order } from './event-details';
import type { PendingEvent } from './TransitionDialog';

interface Props {
  order: Order;
  /** The event in progress. */
  busy: OrderEvent | null;
  /** The order as shown when a button was pressed; null if it left the list. */
  pressed: () => Order | null;
  onEvent: (order: Order, event: OrderEvent, details: EventDetails) => void;
  leftBecause: string | null;
}

/** The usual next step of a status; its button is primary. */
const USUAL_EVENTS: ReadonlySet<OrderEvent> = new Set(['ship', 'receive', 'pay_in_full', 'complete']);

const toneOf = (event: OrderEvent) =>
  event === 'cancel' ? 'danger' : USUAL_EVENTS.has(event) ? 'primary' : undefined;

export function Transitions({ order, busy, pressed, onEvent, leftBecause }: Props) {
  const [pending, setPending] = useState<PendingEvent | null>(null);
  const [draft, setDraft] = useState<EventDetails>({});
  const TransitionDialog = useLateComponent({
    wanted: pending !== null,
    load: () => import('./TransitionDialog').then((loaded) => loaded.TransitionDialog),
    onFailure: () => setPending(null),
  });

  function press(event: OrderEvent) {
    const shown = busy === null ? pressed() : null;
    if (!shown) return;
    if (EVENTS_WITH_DIALOG.has(event)) setPending({ event, order: shown });
    else onEvent(shown, event, {});
  }

  function close(details: EventDetails) {
    setDraft(details);
    setPending(null);
  }

  return (
    <>
      {leftBecause !== null && <p className="left-reason tiny">{leftBecause}</p>}
      <div className="button-row">
        {order.allowed_state_transitions.map(({ event }) => (
          <Button
            key={event}
            size="small"
            tone={toneOf(event)}
            busy={busy === event}
            aria-disabled={(busy !== null && busy !== event) || undefined}
            disabled={leftBecause !== null}
            onClick={() => press(event)}
          >
            {orderEventLabels[event]}
          </Button>
        ))}
      </div>
      {TransitionDialog && pending && (
        <TransitionDialog
          {...pending}
          draft={draft}
          onBack={close}
          onConfirm={(details) => {
            close({});
            onEvent(pending.order, pending.event, details);
          }}
        />
      )}
    </>
  );
}
