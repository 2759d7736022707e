import { dollars, formatUnits } from '../../server/contract/money';
import { canceledNote, orderStatusLabels } from '../../server/orders/rules';
import { productAddress } from '../../server/products/contract';
import { Button } from '../ui/button';
import { Disclosure } from '../ui/disclosure';
import { Stepper } from '../ui/stepper';
import { Thumb } from '../ui/thumb';
import { Timeline } from '../ui/timeline';
import { Amount } from './Amount';
import type { OrderItem } from './order-rows';
import { printOne } from './print-one';
import { stepsOf } from './progress';
import { Tracking } from './Tracking';
import type { Clock } from './time-left';
import { byOf, receivedOf } from './wording';

interface Props {
  item: OrderItem;
  clock: Clock;
}

/** What an opened card says beyond its head. */
export function OrderDetails({ item: { order, lines }, clock }: Props) {
  return (
    <div className="order-card-body" id={`order-${order.id}`}>
      <Stepper label={`Progress of ${order.po_number}`} steps={stepsOf(order, clock)} />
      <Tracking order={order} />
      <OrderLines order={order} lines={lines} />
      <OrderTotals order={order} />
      <div className="order-card-foot">
        <OrderHistory order={order} />
        <Button
          tone="quiet"
          size="small"
          icon="print"
          aria-label={`Print ${order.po_number}`}
          onClick={(event) => printOne(event.currentTarget.closest('.order-card'))}
        >
          Print
        </Button>
      </div>
    </div>
  );
}

const OrderLines = ({ order, lines }: OrderItem) => (
  <ul className="order-lines">
    {lines.map(
      ({ id, attributes: { product, images, unit_cents, total_cents, net_to_seller, ...units } }) => (
        <li key={id}>
          <Thumb src={images[0] ?? null} alt="" size={48} />
          <div>
            <a href={productAddress(product)}>{product.name}</a>
            <p className="muted small">
              {formatUnits(units.quantity)} × {dollars(unit_cents)}
            </p>
            {order.status !== 'canceled' && canceledNote(units) && (
              <p className="small">{canceledNote(units)}</p>
            )}
          </div>
          <div className="line-total">
            <strong>{dollars(total_cents)}</strong>
            {net_to_seller !== null && (
              <p className="muted small">{`${dollars(net_to_seller)} after\u00a0fees`}</p>
            )}
          </div>
        </li>
      ),
    )}
  </ul>
);

function OrderTotals({ order }: Pick<OrderItem, 'order'>) {
  const net = receivedOf(order);
  return (
    <dl className="totals order-totals">
      {order.freight_cents > 0 && (
        <>
          <Amount label="Subtotal" cents={order.goods_cents} />
          <Amount label="Freight" cents={order.freight_cents} />
        </>
      )}
      <Amount label="Total" cents={order.total_cents} isGrand={net === null} />
      {order.refunded_cents > 0 && <Amount label="Refunded" cents={-order.refunded_cents} />}
      {net !== null && <Amount label="You receive after fees" cents={net} isGrand />}
    </dl>
  );
}

const OrderHistory = ({ order: { history, po_number } }: Pick<OrderItem, 'order'>) => (
  <Disclosure title="History" count={history.length}>
    <Timeline
      label={`History of ${po_number}`}
      entries={history.map((entry, index) => ({
        id: index,
        at: entry.at,
        title: orderStatusLabels[entry.status],
        body: (
          <p className="muted small">
            {byOf(entry)}
            {entry.reason && `: ${entry.reason}`}
          </p>
        ),
      }))}
    />
  </Disclosure>
);
