import { clsx } from 'clsx';
import { useState } from 'react';
import { dollars, type SignedCents, signedDollars } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/rules';
import { BuyAgain } from '../buy-again/BuyAgain';
import { useChangeMark } from '../live/steady/list';
import type { SteadyRow } from '../live/steady/rows';
import { MessagesBar } from '../offers/MessagesBar';
import { ShipActions } from '../shipping/ShipActions';
import { isLate } from '../shipping/ship-by';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { CancelOrder } from './CancelOrder';
import type { Side } from './groups';
import { CONFIRMING, nextText } from './next-text';
import { OrderDetails } from './OrderDetails';
import { type OrderItem, reasonOf } from './order-rows';
import { PaymentButtons } from './PaymentButtons';
import type { Clock } from './time-left';
import { receivedOf } from './wording';

interface Props {
  row: SteadyRow<OrderItem>;
  side: Side;
  clock: Clock;
  /** Its payment was made and is not confirmed yet. */
  isConfirming: boolean;
  isOpen: boolean;
  onToggle: (key: string) => void;
  refetch: () => Promise<unknown>;
}

export function OrderCard({ row, side, clock, isConfirming, isOpen, onToggle, refetch }: Props) {
  const { hasLeft, key, item } = row;
  const { order } = item;
  const [threadSlot, setThreadSlot] = useState<HTMLElement | null>(null);
  const isMarked = useChangeMark(row.changedAt);
  const isToAddress = side === 'buyer' && order.shipping.needs_ship_to;
  const openText = isToAddress ? 'Choose Address' : 'Open Order';
  const needsYou = !isConfirming && (order.can_pay || order.can_verify);
  return (
    <article
      data-row={key}
      className={clsx(
        'order-card',
        isOpen && 'open',
        needsYou && !hasLeft && 'needs-you',
        isMarked && 'flash',
        hasLeft && 'left',
      )}
      aria-label={order.po_number}
    >
      <OrderHead item={item} side={side} clock={clock} isOpen={isOpen} onToggle={() => onToggle(key)} />
      <div className="order-summary">
        <p className="order-next">
          {isConfirming ? CONFIRMING : nextText({ order, lines: item.lines, clock }, side)}
        </p>
        {hasLeft && <p className="left-reason">{reasonOf(order)}</p>}
        {/* The buttons of an order that left stay visible but disabled. */}
        {!isConfirming && <PaymentButtons order={(row.before ?? item).order} disabled={hasLeft} />}
        {side === 'buyer' && <BuyAgain source={{ kind: 'order', id: order.id, number: order.po_number }} />}
        {side === 'buyer' && !isConfirming && (
          <CancelOrder order={(row.before ?? item).order} refetch={refetch} size="small" disabled={hasLeft} />
        )}
        {side === 'seller' && (
          <ShipActions
            order={(row.before ?? item).order}
            lines={item.lines}
            refetch={refetch}
            disabled={hasLeft}
          />
        )}
        <Button
          tone={isToAddress ? 'primary' : 'quiet'}
          size="small"
          href={`/my_orders/${order.id}`}
          aria-label={`${openText} ${order.po_number}`}
        >
          {openText}
        </Button>
      </div>
      <MessagesBar
        load={() => import('../messages/MessageThread')}
        {...order}
        offerId={order.offer_id}
        side={side}
        slot={threadSlot}
        onOpen={() => onToggle(key)}
        showsLatest
      />
      {isOpen && (
        <div className="beside-thread">
          <div>
            <OrderDetails item={item} clock={clock} />
          </div>
          <div ref={setThreadSlot} className="thread-slot" />
        </div>
      )}
    </article>
  );
}

const partyOf = ({ seller_name, buyer_name }: OrderItem['order'], side: Side) =>
  side === 'buyer' ? seller_name : buyer_name;

const ICONS: Record<'yellow' | 'green' | 'red' | 'gray', IconName> = {
  yellow: 'clock',
  green: 'check',
  red: 'close',
  gray: 'box',
};

interface HeadProps extends Omit<Props, 'row' | 'isConfirming' | 'onToggle' | 'refetch'> {
  item: OrderItem;
  onToggle: () => void;
}

function OrderHead({ item: { order, lines }, side, clock, isOpen, onToggle }: HeadProps) {
  const tone = orderTone(order.status, side);
  const party = partyOf(order, side);
  const received = receivedOf(order);
  return (
    <header className="order-card-head">
      <div className="order-party">
        <h3 tabIndex={-1}>
          <button
            type="button"
            className="order-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `order-${order.id}` : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron-right" />
            <span className="nowrap">{order.po_number}</span>
          </button>
        </h3>
        <p className="order-facts">
          <b>{party}</b> · {clock.day(order.created_at)} · {lines.length}{' '}
          {lines.length === 1 ? 'product' : 'products'}
        </p>
      </div>
      <div className="order-status">
        {side === 'seller' && isLate(order, clock.now) && <Badge tone="red">Late</Badge>}
        <Badge tone={tone} icon={ICONS[tone]}>
          {orderStatusLabels[order.status]}
        </Badge>
      </div>
      <dl className="order-total">
        <div>
          <dt>Total</dt>
          <dd>{dollars(order.total_cents)}</dd>
        </div>
        {side === 'seller' && received !== null && (
          <div className="net">
            <dt>After fees</dt>
            <dd>{signedDollars(received as SignedCents)}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}
