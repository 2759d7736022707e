import { useState } from 'react';
import type { OrderEvent } from '../../server/orders/rules';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { type EventDetails, eventsOf, type Order, orderEventLabels } from './event-details';
import type { PendingEvent } from './TransitionDialog';

interface Props {
  order: Order;
  /** The event in progress. */
  busy: OrderEvent | null;
  /** The order as shown when a button was pressed; null if it left the list. */
  pressed: () => Order | null;
  /** Resolves to whether the order moved. */
  onEvent: (order: Order, event: OrderEvent, details: EventDetails) => Promise<boolean>;
  /** Shows the usual event alone; the others are in a menu. */
  folded?: boolean | undefined;
}

type Drafts = Partial<Record<OrderEvent, EventDetails>>;

const toneOf = (event: OrderEvent, isUsual: boolean) =>
  event === 'cancel' ? 'danger' : isUsual ? 'primary' : undefined;

export function Transitions({ order, busy, pressed, onEvent, folded = false }: Props) {
  const [pending, setPending] = useState<PendingEvent | null>(null);
  const [drafts, setDrafts] = useState<Drafts>({});
  const TransitionDialog = useLateComponent({
    wanted: pending !== null,
    load: () => import('./TransitionDialog').then((loaded) => loaded.TransitionDialog),
    onFailure: () => setPending(null),
  });
  const events = eventsOf(order);
  const shown = folded ? events.filter(({ isUsual }) => isUsual) : events;
  const others = events.filter(({ isUsual }) => !isUsual);

  function press(event: OrderEvent) {
    const current = busy === null ? pressed() : null;
    if (current) setPending({ event, order: current });
  }

  function close({ event }: PendingEvent, details: EventDetails) {
    setDrafts({ ...drafts, [event]: details });
    setPending(null);
  }

  /** A refused event keeps its details for the next attempt. */
  async function confirm(confirmed: PendingEvent, details: EventDetails) {
    close(confirmed, details);
    const moved = await onEvent(confirmed.order, confirmed.event, details);
    if (moved) setDrafts((kept) => ({ ...kept, [confirmed.event]: {} }));
  }

  return (
    <>
      <div className="button-row">
        {shown.map(({ event, isUsual, blockedBecause }) => (
          <Button
            key={event}
            size="small"
            tone={toneOf(event, isUsual && !folded)}
            busy={busy === event}
            aria-disabled={(busy !== null && busy !== event) || undefined}
            disabled={blockedBecause !== undefined}
            reason={blockedBecause}
            onClick={() => press(event)}
          >
            {orderEventLabels[event]}
          </Button>
        ))}
        {folded && others.length > 0 && (
          <Menu label={`Actions for ${order.po_number}`}>
            {() =>
              others.map(({ event, blockedBecause }) => (
                <button
                  key={event}
                  type="button"
                  role="menuitem"
                  className={event === 'cancel' ? 'danger' : undefined}
                  aria-disabled={blockedBecause !== undefined || undefined}
                  onClick={() => blockedBecause === undefined && press(event)}
                >
                  {orderEventLabels[event]}
                  {blockedBecause && <span className="reason">{blockedBecause}</span>}
                </button>
              ))
            }
          </Menu>
        )}
      </div>
      {TransitionDialog && pending && (
        <TransitionDialog
          {...pending}
          label={orderEventLabels[pending.event]}
          draft={drafts[pending.event] ?? {}}
          onBack={(details) => close(pending, details)}
          onConfirm={(details) => void confirm(pending, details)}
        />
      )}
    </>
  );
}
