import type { Shipment } from '../../server/orders/fulfilment-contract';
import { notify } from '../browser/alerts';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';

async function copy(number: string) {
  try {
    await navigator.clipboard.writeText(number);
    notify('success', 'Tracking number copied.');
  } catch {
    notify('error', 'The tracking number could not be copied. Select it and copy it by hand.');
  }
}

/** Links to the carrier's page, or buttons that copy. */
export function TrackingNumbers({ tracking }: Pick<Shipment, 'tracking'>) {
  if (tracking.length === 0) return null;
  return (
    <ul className="tracking-numbers">
      {tracking.map(({ number, url }) => (
        <li key={number} className="row">
          {url ? (
            <a className="tabular" href={url} target="_blank" rel="noopener noreferrer">
              {number}
              <span className="visually-hidden"> (opens the carrier's site)</span> <Icon name="external" />
            </a>
          ) : (
            <>
              <b className="tabular">{number}</b>
              <Button
                tone="link"
                size="small"
                icon="copy"
                aria-label={`Copy tracking number ${number}`}
                onClick={() => void copy(number)}
              >
                Copy
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
