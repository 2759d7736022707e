import { useState } from 'react';
import { dollars, sum } from '../../server/contract/money';
import type { OrderEvent } from '../../server/orders/rules';
import { FormModal } from '../forms/form-modal';
import { Badge } from '../ui/badge';
import type { EventDetails, Order } from './event-details';
import { bulkTitleOf, centsOf, effectOf, sumText } from './event-texts';
import { TransitionFields, useTransitionForm } from './TransitionFields';
import type { Outcome, requestTransition } from './use-order-events';

interface Props {
  event: OrderEvent;
  label: string;
  orders: readonly Order[];
  request: typeof requestTransition;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms once, then applies the event to each order in turn and shows each result. */
export function BulkDialog({ event, label, orders, request, onDone, onClose }: Props) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome> | null>(null);
  const form = useTransitionForm({}, applyToAll);
  const started = outcomes !== null;
  const done = outcomes?.size === orders.length;
  const moved = [...(outcomes?.values() ?? [])].filter((outcome) => outcome.moved).length;

  async function applyToAll(details: EventDetails) {
    const results = new Map<number, Outcome>();
    setOutcomes(results);
    for (const order of orders) {
      results.set(order.id, await request(order, event, details));
      setOutcomes(new Map(results));
    }
    onDone();
  }

  return (
    <FormModal
      title={bulkTitleOf(event, orders)}
      size="medium"
      {...(done
        ? { confirm: 'Done', keep: null, form: { error: null, isSubmitting: false, onSubmit: onClose } }
        : { confirm: label, form, ...(event === 'cancel' && { keep: 'Keep Orders', danger: true }) })}
      onClose={onClose}
    >
      <p role="status">
        {done
          ? `${moved} of ${orders.length} updated.`
          : sumText(event, dollars(sum(orders.map((order) => centsOf(event, order)))))}
      </p>
      {!started && <p>{effectOf(event, orders)}</p>}
      {!started && <TransitionFields event={event} form={form} several />}
      <ul className="fewer" aria-label="Orders">
        {orders.map((order) => (
          <OrderLine
            key={order.id}
            order={order}
            amount={dollars(centsOf(event, order))}
            outcome={outcomes?.get(order.id)}
          />
        ))}
      </ul>
    </FormModal>
  );
}

interface LineProps {
  order: Order;
  amount: string;
  outcome: Outcome | undefined;
}

const OrderLine = ({ order, amount, outcome }: LineProps) => (
  <li>
    <span>
      {order.po_number} <span className="muted small">{order.buyer_name}</span>
    </span>
    <Result outcome={outcome} amount={amount} />
  </li>
);

function Result({ outcome, amount }: Omit<LineProps, 'order'>) {
  if (!outcome) return <span className="tabular">{amount}</span>;
  return (
    <Badge tone={outcome.moved ? 'green' : 'red'} icon={outcome.moved ? 'check' : 'warning'}>
      {outcome.message}
    </Badge>
  );
}
