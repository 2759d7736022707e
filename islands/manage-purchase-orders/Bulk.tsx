import { useState } from 'react';
import { dollars, sum } from '../../server/contract/money';
import { orderEventLabels } from '../../server/orders/contract';
import { type OrderEvent, orderEventNames } from '../../server/orders/state-contract';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { type EventDetails, TransitionFields } from './transition-fields';
import { type Order, type Outcome, requestTransition } from './use-order-events';

interface Props {
  chosen: readonly Order[];
  onChooseAll: () => void;
  onChooseNone: () => void;
  /** Called after at least one order may have changed. */
  onDone: () => void;
}

const may = (order: Order, event: OrderEvent) =>
  order.allowed_state_transitions.some((allowed) => allowed.event === event);

export function Bulk({ chosen, onChooseAll, onChooseNone, onDone }: Props) {
  const [dialog, setDialog] = useState<{ event: OrderEvent; orders: readonly Order[] } | null>(null);
  const events = orderEventNames
    .map((event) => ({ event, orders: chosen.filter((order) => may(order, event)) }))
    .filter(({ orders }) => orders.length > 0);
  return (
    <>
      <section className="bulk-bar in-place" aria-label="Chosen orders">
        <span role="status">
          {chosen.length > 0 ? `${chosen.length} chosen` : 'Choose orders to change several at once'}
        </span>
        <Button size="small" tone="quiet" onClick={onChooseAll}>
          Choose page
        </Button>
        {chosen.length > 0 && (
          <Button size="small" tone="quiet" onClick={onChooseNone}>
            Choose none
          </Button>
        )}
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
      {dialog && (
        <BulkDialog
          event={dialog.event}
          orders={dialog.orders}
          onDone={onDone}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface DialogProps {
  event: OrderEvent;
  orders: readonly Order[];
  onDone: () => void;
  onClose: () => void;
}

/** Confirms once, then applies the event to each order in turn and shows each result. */
function BulkDialog({ event, orders, onDone, onClose }: DialogProps) {
  const [details, setDetails] = useState<EventDetails>({});
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome> | null>(null);
  const done = outcomes?.size === orders.length;
  const moved = [...(outcomes?.values() ?? [])].filter((outcome) => outcome.moved).length;

  async function run() {
    const results = new Map<number, Outcome>();
    setOutcomes(results);
    for (const order of orders) {
      results.set(order.id, await requestTransition(order, event, details));
      setOutcomes(new Map(results));
    }
    onDone();
  }

  return (
    <Modal
      title={`${orderEventLabels[event]}: ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`}
      open
      dismissable={outcomes === null || done}
      onClose={onClose}
      footer={
        done ? (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={outcomes !== null}>
              Back
            </Button>
            <Button
              tone={event === 'cancel' ? 'danger' : 'primary'}
              busy={outcomes !== null}
              onClick={() => void run()}
            >
              {orderEventLabels[event]}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <p role="status">
          {done
            ? `${moved} of ${orders.length} moved.`
            : `${dollars(sum(orders.map(({ total_cents }) => total_cents)))} in all.`}
        </p>
        {!outcomes && <TransitionFields event={event} details={details} onDetails={setDetails} several />}
        <ul className="fewer" aria-label="Orders">
          {orders.map((order) => (
            <li key={order.id}>
              <span>
                {order.po_number} <span className="muted small">{order.buyer_name}</span>
              </span>
              <Result outcome={outcomes?.get(order.id)} total={dollars(order.total_cents)} />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function Result({ outcome, total }: { outcome: Outcome | undefined; total: string }) {
  if (!outcome) return <span className="tabular">{total}</span>;
  return (
    <Badge tone={outcome.moved ? 'green' : 'red'} icon={outcome.moved ? 'check' : 'warning'}>
      {outcome.message}
    </Badge>
  );
}
