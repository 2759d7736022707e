import { dollars } from '../../server/contract/money';
import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import { Badge } from '../ui/badge';
import { Documents } from './Documents';
import { Money } from './Money';
import type { OrderPageProps } from './order-page';
import { ShipTo } from './ShipTo';

/** Of buyer, seller and staff: the same order, each with their own acts. */
export function OrderPage({ document, side, refetch }: OrderPageProps) {
  const { attributes: order } = document.data;
  const section = { order, lines: document.included, side, refetch };
  return (
    <article className="order-page stack loose" aria-label={order.po_number}>
      <header className="row between">
        <div>
          <h1>{order.po_number}</h1>
          <p className="muted">{`${side === 'buyer' ? order.seller_name : order.buyer_name} · ${dollars(order.total_cents)}`}</p>
        </div>
        <Badge tone={orderTone(order.status, side === 'buyer' ? 'buyer' : 'seller')}>
          {orderStatusLabels[order.status]}
        </Badge>
      </header>
      <ShipTo {...section} />
      <Money {...section} />
      <Documents {...section} />
    </article>
  );
}
