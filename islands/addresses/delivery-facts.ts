import type { Address } from '../../server/addresses/contract';

type Delivery = Pick<Address, 'dock' | 'appointment' | 'hours'>;

export const deliveryFacts = ({ dock, appointment, hours }: Delivery) =>
  [
    dock === 'dock' && 'Loading dock',
    dock === 'no_dock' && 'No loading dock',
    appointment && 'Appointment required',
    hours,
  ]
    .filter(Boolean)
    .join(' · ');
