import type { OrderEvent } from '../../server/orders/state-contract';
import { TextField } from '../forms/text-field';

/** Optional details of an event. */
export interface EventDetails {
  carrier?: string;
  tracking_number?: string;
  reason?: string;
}

/** Events that need a dialog for details or confirmation. */
export const EVENTS_WITH_DIALOG: ReadonlySet<OrderEvent> = new Set(['ship', 'cancel', 'confirm_payment']);

interface Props {
  event: OrderEvent;
  details: EventDetails;
  onDetails: (details: EventDetails) => void;
  /** Several orders cannot share a tracking number. */
  several?: boolean | undefined;
}

export function TransitionFields({ event, details, onDetails, several }: Props) {
  const field = (name: keyof EventDetails, label: string) => (
    <TextField
      label={label}
      name={name}
      optional
      value={details[name] ?? ''}
      onChange={(value) => onDetails({ ...details, [name]: value })}
    />
  );
  if (event === 'ship')
    return (
      <>
        {field('carrier', 'Carrier')}
        {!several && field('tracking_number', 'Tracking number')}
      </>
    );
  if (event === 'cancel')
    return (
      <>
        <p>The units go back to the seller; what was paid is refunded.</p>
        {field('reason', 'Reason')}
      </>
    );
  if (event === 'confirm_payment')
    return (
      <>
        <p>An open checkout ends first. The order says that staff confirmed the payment.</p>
        {field('reason', 'Reason')}
      </>
    );
  return null;
}
