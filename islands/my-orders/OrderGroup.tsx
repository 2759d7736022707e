import { useState } from 'react';
import type { SteadyRow } from '../live/steady/rows';
import { Button } from '../ui/button';
import { COMPLETED, type Side, YOUR_PAYMENT } from './groups';
import { OrderCard } from './OrderCard';
import type { OrderItem } from './order-rows';
import { PaymentPanel } from './PaymentPanel';
import type { Clock } from './time-left';
import { usePaymentWait } from './use-payment-wait';

const COMPLETED_SHOWN = 5;

interface Props {
  title: string;
  rows: readonly SteadyRow<OrderItem>[];
  side: Side;
  clock: Clock;
  success: boolean;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  refetch: () => Promise<unknown>;
}

export function OrderGroup({ title, rows, side, clock, success, isOpen, onToggle, refetch }: Props) {
  const [isWhole, setWhole] = useState(
    () => title !== COMPLETED || rows.slice(COMPLETED_SHOWN).some(({ key }) => isOpen(key)),
  );
  const shown = isWhole ? rows : rows.slice(0, COMPLETED_SHOWN);
  const [first] = rows;
  const isReturn = title === YOUR_PAYMENT;
  const isWaiting = usePaymentWait(isReturn && success);
  return (
    <section className="section order-group" aria-label={title}>
      {isReturn && first ? (
        <PaymentPanel order={first.item.order} success={success} isWaiting={isWaiting} />
      ) : (
        <h2>
          {title} <span className="count">{rows.filter(({ hasLeft }) => !hasLeft).length}</span>
        </h2>
      )}
      {shown.map((row) => (
        <OrderCard
          key={row.key}
          row={row}
          side={side}
          clock={clock}
          isConfirming={isWaiting && row.item.order.status === 'awaiting_initial_payment'}
          isOpen={isOpen(row.key)}
          onToggle={onToggle}
          refetch={refetch}
        />
      ))}
      {shown.length < rows.length && (
        <Button block onClick={() => setWhole(true)}>
          {`Show All ${rows.length} Completed`}
        </Button>
      )}
    </section>
  );
}
