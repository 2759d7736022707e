import type { OrderEvent } from '../../server/orders/state-contract';
import { TextField } from '../forms/text-field';

/** What staff may say with an event. */
export interface Facts {
  carrier?: string;
  tracking_number?: string;
  reason?: string;
}

/** Asked for more, or twice, before they are done. */
export const ASKED: ReadonlySet<OrderEvent> = new Set(['ship', 'cancel', 'confirm_payment']);

interface Props {
  event: OrderEvent;
  facts: Facts;
  onFacts: (facts: Facts) => void;
  /** Several orders have one carrier, but not one tracking number. */
  several?: boolean | undefined;
}

/** What an event means for the order, and what it asks for. */
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
