import { dollars } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import { Badge } from '../ui/badge';
import { day } from '../ui/dates';
import type { IconName } from '../ui/icon';
import type { OrderItem } from './order-rows';

const ICONS: Record<'yellow' | 'green' | 'red' | 'gray', IconName> = {
  yellow: 'clock',
  green: 'check',
  red: 'close',
  gray: 'box',
};

export function OrderHead({ order, side }: { order: OrderItem['order']; side: 'buyer' | 'seller' }) {
  const tone = orderTone(order.status, side);
  return (
    <header className="order-card-head">
      <div>
        <h3 tabIndex={-1}>{order.po_number}</h3>
        <p className="muted small">
          {day(order.created_at)} · {order.buyer_name} from {order.seller_name}
        </p>
      </div>
      <dl className="totals">
        <div className="grand">
          <dt>Total</dt>
          <dd>{dollars(order.total_cents)}</dd>
        </div>
        {side === 'seller' && order.total_net_to_seller !== null && (
          <div>
            <dt>After fees</dt>
            <dd>{dollars(order.total_net_to_seller)}</dd>
          </div>
        )}
      </dl>
      <Badge tone={tone} icon={ICONS[tone]}>
        {orderStatusLabels[order.status]}
      </Badge>
    </header>
  );
}
