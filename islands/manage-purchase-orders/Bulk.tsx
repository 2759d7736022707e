import { useState } from 'react';
import { type OrderEvent, orderEventNames } from '../../server/orders/rules';
import { useLateComponent } from '../browser/use-late-component';
import { Button } from '../ui/button';
import { type Order, orderEventLabels } from './event-details';
import { requestTransition } from './use-order-events';

interface Props {
  chosen: readonly Order[];
  onChooseAll: () => void;
  onChooseNone: () => void;
  /** Called after at least one order may have changed. */
  onDone: () => void;
}

const may = (order: Order, event: OrderEvent) =>
  order.allowed_state_transitions.some((allowed) => allowed.event === event && !allowed.blocked_because);

export function Bulk({ chosen, onChooseAll, onChooseNone, onDone }: Props) {
  const [dialog, setDialog] = useState<{ event: OrderEvent; orders: readonly Order[] } | null>(null);
  const BulkDialog = useLateComponent({
    wanted: dialog !== null,
    load: () => import('./BulkDialog').then((loaded) => loaded.BulkDialog),
    onFailure: () => setDialog(null),
  });
  const events = orderEventNames
    .map((event) => ({ event, orders: chosen.filter((order) => may(order, event)) }))
    .filter(({ orders }) => orders.length > 0);
  return (
    <>
      <section className="bulk-bar in-place" aria-label="Selected orders" hidden={chosen.length === 0}>
        <span role="status">{`${chosen.length} selected`}</span>
        <Button size="small" tone="quiet" onClick={onChooseAll}>
          Select Page
        </Button>
        <Button size="small" tone="quiet" onClick={onChooseNone}>
          Clear
        </Button>
        {events.map(({ event, orders }) => (
          <Button
            key={event}
            size="small"
            tone={event === 'cancel' ? 'danger' : undefined}
            onClick={() => setDialog({ event, orders })}
          >
            {`${orderEventLabels[event]} (${orders.length})`}
          </Button>
        ))}
      </section>
      {BulkDialog && dialog && (
        <BulkDialog
          {...dialog}
          label={orderEventLabels[dialog.event]}
          request={requestTransition}
          onDone={onDone}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
