import type { ReactNode } from 'react';
import type { Address } from '../../server/addresses/contract';
import { Badge } from '../ui/badge';
import { AddressLines } from './AddressLines';

interface Props {
  address: Address;
  /** Buttons. */
  children?: ReactNode;
}

export const AddressCard = ({ address, children }: Props) => (
  <article className="card address-card">
    <h3>
      {address.company} {address.default && <Badge>Default</Badge>}
    </h3>
    <AddressLines address={address} />
    <DeliveryFacts address={address} />
    {children && <div className="button-row">{children}</div>}
  </article>
);

const DeliveryFacts = ({ address }: { address: Address }) => {
  const facts = [
    address.dock === 'dock' && 'Loading dock',
    address.dock === 'no_dock' && 'No loading dock',
    address.appointment && 'Appointment required',
    address.hours,
  ].filter((fact): fact is string => Boolean(fact));
  if (facts.length === 0 && !address.instructions) return null;
  return (
    <div className="muted small">
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {address.instructions && <p className="pre-line">{address.instructions}</p>}
    </div>
  );
};
