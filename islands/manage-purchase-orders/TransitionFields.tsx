import type { OrderEvent } from '../../server/orders/rules';
import { transitionForm } from '../../server/orders/staff/schema';
import { staffReasonHint } from '../../server/orders/visibility/rules';
import { TextField } from '../forms/field';
import { useForm } from '../forms/form';
import type { EventDetails } from './event-details';

export const useTransitionForm = (initial: EventDetails, submit: (details: EventDetails) => Promise<void>) =>
  useForm<EventDetails>({ schema: transitionForm, initial, submit });

interface Props {
  event: OrderEvent;
  form: ReturnType<typeof useTransitionForm>;
  /** Several orders cannot share a tracking number. */
  several?: boolean | undefined;
}

export function TransitionFields({ event, form, several }: Props) {
  if (event === 'ship')
    return (
      <>
        <TextField label="Carrier" {...form.field('carrier')} optional />
        {!several && <TextField label="Tracking number" {...form.field('tracking_number')} optional />}
      </>
    );
  if (event === 'cancel' || event === 'confirm_payment')
    return <TextField label="Reason" hint={staffReasonHint(event)} {...form.field('reason')} optional />;
  return null;
}
