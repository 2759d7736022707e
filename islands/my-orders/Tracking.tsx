import { trackingUrl } from '../../server/orders/rules';
import { TrackingNumber } from '../shipping/TrackingNumber';
import { Icon } from '../ui/icon';
import type { OrderItem } from './order-rows';

export function Tracking({ order: { carrier, tracking_number } }: Pick<OrderItem, 'order'>) {
  if (!tracking_number) return null;
  return (
    <p className="order-tracking">
      <Icon name="truck" />
      <span>{carrier || 'Tracking'}</span>
      <TrackingNumber number={tracking_number} url={trackingUrl(carrier, tracking_number)} />
    </p>
  );
}
