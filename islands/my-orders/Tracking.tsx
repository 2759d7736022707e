import { trackingUrl } from '../../server/orders/carrier-contract';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import type { OrderItem } from './order-rows';

async function copy(trackingNumber: string) {
  try {
    await navigator.clipboard.writeText(trackingNumber);
    notify('success', 'Tracking number copied.');
  } catch {
    notify('error', 'The tracking number could not be copied. Select it and copy it by hand.');
  }
}

/** A link to the carrier's page, or a button that copies the number. */
export function Tracking({ order: { carrier, tracking_number } }: Pick<OrderItem, 'order'>) {
  if (!tracking_number) return null;
  const url = trackingUrl(carrier, tracking_number);
  return (
    <p className="order-tracking">
      <Icon name="truck" />
      <span>{carrier || 'Tracking'}</span>
      {url ? (
        <a className="tabular" href={url} target="_blank" rel="noopener noreferrer">
          {tracking_number}
          <span className="visually-hidden"> (opens the carrier's site)</span>
          <Icon name="external" />
        </a>
      ) : (
        <>
          <b className="tabular">{tracking_number}</b>
          <Button
            tone="link"
            size="small"
            icon="copy"
            aria-label={`Copy tracking number ${tracking_number}`}
            onClick={() => void copy(tracking_number)}
          >
            Copy
          </Button>
        </>
      )}
    </p>
  );
}
