import type { OrderEvent } from '../../server/orders/state-contract';
import { TextField } from '../forms/text-field';

/** Optional details of an event. */
export interface Facts {
  carrier?: string;
  tracking_number?: string;
  reason?: string;
}

/** Events that need a dialog for details or confirmation. */
export const ASKED: ReadonlySet<OrderEvent> = new Set(['ship', 'cancel', 'confirm_payment']);

interface Props {
  event: OrderEvent;
  facts: Facts;
  onFacts: (facts: Facts) => void;
  /** Several orders cannot share a tracking number. */
  several?: boolean | undefined;
}

export function TransitionFields({ event, facts, onFacts, several }: Props) {
  const field = (name: keyof Facts, label: string) => (
    <TextField
      label={label}
      name={name}
      optional
      value={facts[name] ?? ''}
      onChange={(value) => onFacts({ ...facts, [name]: value })}
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
