import { dollars, formatUnits } from '../../server/contract/money';
import { productAddress } from '../../server/products/address-contract';
import type { SteadyRow } from '../live/steady-list';
import { useChangeMark } from '../live/steady-mark';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { Stepper } from '../ui/stepper';
import { Thumb } from '../ui/thumb';
import { OrderHead } from './OrderHead';
import { OrderHistory } from './OrderHistory';
import { type OrderItem, reasonOf } from './order-rows';
import { PaymentButtons } from './PaymentButtons';
import { printOne } from './print-one';
import { nextOf, stepsOf } from './progress';

interface Props {
  row: SteadyRow<OrderItem>;
  side: 'buyer' | 'seller';
}

export function OrderCard({ row, side }: Props) {
  const { hasLeft } = row;
  const { order, lines } = row.item;
  const isMarked = useChangeMark(row.changedAt);
  return (
    <article
      data-row={row.key}
      className={classes(
        'order-card',
        (order.can_pay || order.can_verify) && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
      aria-label={order.po_number}
    >
      <OrderHead order={order} side={side} />
      <div className="order-card-body stack">
        <Stepper label={`Progress of ${order.po_number}`} steps={stepsOf(order)} />
        <p className="order-next">{nextOf(order, side)}</p>
        {order.tracking_number && (
          <p className="small">
            {order.carrier ? `${order.carrier}: ` : 'Tracking: '}
            <strong className="tabular">{order.tracking_number}</strong>
          </p>
        )}
        <OrderLines lines={lines} />
        <OrderHistory order={order} />
      </div>
      <footer className="order-card-foot">
        <Button
          tone="quiet"
          icon="print"
          aria-label={`Print ${order.po_number}`}
          onClick={(event) => printOne(event.currentTarget.closest('.order-card'))}
        >
          Print
        </Button>
        {hasLeft && <p className="left-reason">{reasonOf(order)}</p>}
        {/* The buttons of an order that left stay visible but disabled. */}
        <PaymentButtons order={(row.before ?? row.item).order} disabled={hasLeft} />
      </footer>
    </article>
  );
}

const OrderLines = ({ lines }: Pick<OrderItem, 'lines'>) => (
  <ul className="order-lines">
    {lines.map(({ id, attributes: { product, images, quantity, unit_cents, total_cents } }) => (
      <li key={id}>
        <Thumb src={images[0] ?? null} alt="" size={48} />
        <div>
          <a href={productAddress(product)}>{product.name}</a>
          <p className="muted small">
            {formatUnits(quantity)} × {dollars(unit_cents)}
          </p>
        </div>
        <strong className="tabular">{dollars(total_cents)}</strong>
      </li>
    ))}
  </ul>
);
