import { clsx } from 'clsx';
import { counted, dollars, type SignedCents, signedDollars } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import { useChangeMark } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import { useUnread } from '../offers/read-marks';
import { ShipButton } from '../shipping/ShipActions';
import { isLate } from '../shipping/ship-by';
import { Badge, Dot } from '../ui/badge';
import { Button } from '../ui/button';
import { Thumb } from '../ui/thumb';
import { showsAmounts } from './amounts';
import { dueText } from './due-text';
import type { Side } from './groups';
import { CONFIRMING } from './next-text';
import { OrderMenu } from './OrderMenu';
import { type OrderItem, reasonOf } from './order-rows';
import { PaymentButtons } from './PaymentButtons';
import type { Clock } from './time-left';
import { receivedOf } from './wording';

export interface OrderRowProps {
  row: SteadyRow<OrderItem>;
  side: Side;
  clock: Clock;
  /** 'new': an offer has just become it. 'linked': the address names it. */
  mark: 'new' | 'linked' | null;
  /** Its payment was made and is not confirmed yet. */
  isConfirming: boolean;
  refetch: () => Promise<unknown>;
}

export function OrderRow({ row, side, clock, mark, isConfirming, refetch }: OrderRowProps) {
  const { hasLeft, key, item } = row;
  const { order, lines } = item;
  const isChanged = useChangeMark(row.changedAt);
  const unread = useUnread(order.offer_id, order, false);
  // The button of an order that left stays visible but disabled.
  const actable = { order: (row.before ?? item).order, lines, refetch, disabled: hasLeft };
  const due = hasLeft ? reasonOf(order) : isConfirming ? CONFIRMING : dueText(item, side, clock);
  const party = side === 'buyer' ? order.seller_name : order.buyer_name;
  return (
    <tr
      data-row={key}
      className={clsx('order-row', mark && 'marked', isChanged && 'flash', hasLeft && 'left')}
      aria-current={mark ? 'true' : undefined}
    >
      <th scope="row" className="order-number">
        <h3 tabIndex={-1}>
          <a href={`/my_orders/${order.id}`}>{order.po_number}</a>
        </h3>
        {mark === 'new' && <Badge tone="accent">New</Badge>}
        {unread > 0 && <Dot label={counted(unread, 'unread message')} />}
        <div className="order-dated">
          <time dateTime={order.created_at}>{clock.rowDay(order.created_at, clock.now)}</time>{' '}
          {order.buyer_po_number && <small className="order-po">PO {order.buyer_po_number}</small>}
        </div>
      </th>
      <td className="order-party">
        {side === 'seller' && party}
        <span className="visually-hidden">
          {side === 'buyer' ? `${order.buyer_name} from ` : ` from ${order.seller_name}`}
        </span>
        {side === 'buyer' && party}
      </td>
      <Products lines={lines} />
      <td className="order-status">
        <span>
          <Badge tone={orderTone(order.status, side)}>{orderStatusLabels[order.status]}</Badge>
          {side === 'seller' && isLate(order, clock.now) && <Badge tone="red">Late</Badge>}
        </span>
        {due && <p className={clsx(hasLeft && 'left-reason', !isConfirming && 'order-due')}>{due}</p>}
      </td>
      <Total order={order} side={side} />
      <td className="order-act">{!isConfirming && <NextAct side={side} {...actable} />}</td>
      <td className="order-more">
        <OrderMenu {...actable} side={side} isConfirming={isConfirming} />
      </td>
    </tr>
  );
}

const SHOWN_PRODUCTS = 2;

function Products({ lines }: Pick<OrderItem, 'lines'>) {
  const shown = lines.slice(0, SHOWN_PRODUCTS).map(({ attributes }) => attributes);
  const others = lines.length - shown.length;
  return (
    <td className="order-products">
      <div>
        {shown.map(({ images }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
          <Thumb key={index} src={images[0] ?? null} size={32} />
        ))}
        <span className="order-product-names">{shown.map(({ product }) => product.name).join(', ')} </span>
        {others > 0 && <span className="muted small">+{others}</span>}
      </div>
    </td>
  );
}

function Total({ order, side }: { order: OrderItem['order']; side: Side }) {
  if (!showsAmounts(order)) return <td className="order-total" />;
  const received = side === 'seller' ? receivedOf(order) : null;
  return (
    <td className="order-total">
      {dollars(order.total_cents)}
      {received !== null && (
        <small>
          <span>After fees</span> {signedDollars(received as SignedCents)}
        </small>
      )}
    </td>
  );
}

interface NextActProps extends OrderItem {
  side: Side;
  refetch: () => Promise<unknown>;
  disabled: boolean;
}

/** What the viewer does next, if anything. */
function NextAct({ side, order, lines, refetch, disabled }: NextActProps) {
  if (side === 'seller')
    return (
      order.status === 'awaiting_shipment' && (
        <ShipButton order={order} lines={lines} refetch={refetch} disabled={disabled} />
      )
    );
  if (order.can_pay || order.can_verify || !order.shipping.needs_ship_to)
    return <PaymentButtons order={order} disabled={disabled} />;
  return (
    <Button
      tone="primary"
      href={`/my_orders/${order.id}`}
      aria-label={`Choose Address ${order.po_number}`}
      disabled={disabled}
    >
      Choose Address
    </Button>
  );
}
