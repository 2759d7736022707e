import type { ReactNode } from 'react';
import { PaymentButtons } from '../my-orders/PaymentButtons';
import { type Clock, untilText } from '../my-orders/time-left';
import { nextOf } from '../my-orders/wording';
import { ShipActions } from '../shipping/ShipActions';
import { shipDay } from '../shipping/ship-by';
import { Notice } from '../ui/notice';
import { ChangeShipTo } from './ChangeShipTo';
import type { SectionProps } from './order-page';
import { ReceiptActions } from './ReceiptActions';

interface Props extends SectionProps {
  clock: Clock;
  children: ReactNode;
}

/** What happens next, when, and the viewer's buttons for it. */
export function NextStep({ order, lines, side, refetch, clock, children }: Props) {
  return (
    <section className="card stack" aria-label="Next step">
      {side !== 'staff' && <p className="lead">{nextOf(order, side, clock)}</p>}
      <Dates order={order} side={side} clock={clock} />
      {side === 'buyer' && order.shipping.needs_ship_to && (
        <Notice
          tone="yellow"
          title="Choose a ship-to address"
          action={<ChangeShipTo order={order} refetch={refetch} isPrimary />}
        >
          {`${order.seller_name} can ship once you have.`}
        </Notice>
      )}
      <PaymentButtons order={order} disabled={false} />
      {side !== 'buyer' && <ShipActions order={order} lines={lines} side={side} refetch={refetch} />}
      <ReceiptActions order={order} side={side} refetch={refetch} />
      {children && (
        <div className="order-acts stack">
          <p className="muted small">Move the whole order</p>
          {children}
        </div>
      )}
    </section>
  );
}

function Dates({ order, side, clock }: Pick<Props, 'order' | 'side' | 'clock'>) {
  if (order.status === 'awaiting_shipment' && order.ship_by && side !== 'seller')
    return <p className="muted small">{`Ships by ${shipDay(order.ship_by)}`}</p>;
  if (order.status === 'shipped' && order.receipt_due_at)
    return (
      <p className="muted small">
        {side === 'buyer'
          ? `Without an answer the order counts as received on ${untilText(order.receipt_due_at, clock)}.`
          : `Counts as received on ${untilText(order.receipt_due_at, clock)}, unless the buyer reports a problem.`}
      </p>
    );
  if (side === 'buyer' && order.can.claim && order.claim_until)
    return (
      <p className="muted small">{`You can report a problem until ${untilText(order.claim_until, clock)}.`}</p>
    );
  return null;
}
