import type { Shipment } from '../../server/orders/contract';
import { TrackingNumber } from '../shipping/TrackingNumber';

export function TrackingNumbers({ tracking }: Pick<Shipment, 'tracking'>) {
  if (tracking.length === 0) return null;
  return (
    <ul className="tracking-numbers">
      {tracking.map(({ number, url }) => (
        <li key={number} className="row">
          <TrackingNumber number={number} url={url} />
        </li>
      ))}
    </ul>
  );
}
