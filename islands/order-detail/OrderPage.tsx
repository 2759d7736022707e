import { orderStatusLabels, orderTone } from '../../server/orders/contract';
import { stepsOf } from '../my-orders/progress';
import { type Clock, useNow } from '../my-orders/time-left';
import { Badge } from '../ui/badge';
import { useDates } from '../ui/dates';
import { Stepper } from '../ui/stepper';
import { Activity } from './Activity';
import { ClaimSection } from './ClaimSection';
import { Documents } from './Documents';
import { Lines } from './Lines';
import { Money } from './Money';
import { NextStep } from './NextStep';
import type { OrderPageProps, SectionProps } from './order-page';
import { Shipments } from './Shipments';
import { ShipTo } from './ShipTo';

/** Of buyer, seller and staff: the same order, each with their own acts. */
export function OrderPage({ document, side, refetch, acts, aside }: OrderPageProps) {
  const { attributes: order } = document.data;
  const clock = { ...useDates(), now: useNow() };
  const section = { order, lines: document.included, side, refetch };
  return (
    <article className="page order-page" aria-label={order.po_number}>
      <Head {...section} clock={clock} />
      <div className="order-page-body">
        <div className="stack loose">
          <NextStep {...section} clock={clock}>
            {acts}
          </NextStep>
          <Shipments {...section} />
          <ClaimSection {...section} />
          <Lines {...section} />
          <Activity {...section} activity={document.activity} />
        </div>
        <div className="stack loose">
          <ShipTo {...section} />
          <Money {...section} clock={clock} />
          <Documents {...section} />
          {aside}
        </div>
      </div>
    </article>
  );
}

function Head({ order, side, clock }: SectionProps & { clock: Clock }) {
  const party = side === 'buyer' ? order.seller_name : order.buyer_name;
  return (
    <header className="stack">
      <p className="small">
        {side === 'staff' ? (
          <a href="/admin/purchase_orders">Purchase Orders</a>
        ) : (
          <a href="/my_orders">My Orders</a>
        )}
      </p>
      <div className="row between">
        <h1>{order.po_number}</h1>
        <Badge tone={orderTone(order.status, side === 'buyer' ? 'buyer' : 'seller')}>
          {orderStatusLabels[order.status]}
        </Badge>
      </div>
      <p className="muted">
        {side === 'staff' ? `${order.buyer_name} from ${order.seller_name}` : party} ·{' '}
        {clock.day(order.created_at)}
      </p>
      <Stepper label={`Progress of ${order.po_number}`} steps={stepsOf(order, clock)} />
    </header>
  );
}
