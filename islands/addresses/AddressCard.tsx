import type { ReactNode } from 'react';
import type { Address } from '../../server/addresses/contract';
import { Badge } from '../ui/badge';
import { AddressLines } from './AddressLines';
import { deliveryFacts } from './delivery-facts';

interface Props {
  address: Address;
  /** Buttons. */
  children?: ReactNode;
}

export const AddressCard = ({ address, children }: Props) => (
  <article className="card stack tight">
    <h3 className="row">
      {address.company} {address.default && <Badge>Default</Badge>}
    </h3>
    <AddressLines address={address} />
    <DeliveryNotes address={address} />
    {children && (
      <>
        <div className="spacer" />
        <div className="button-row">{children}</div>
      </>
    )}
  </article>
);

function DeliveryNotes({ address }: { address: Address }) {
  const facts = deliveryFacts(address);
  if (facts === '' && !address.instructions) return null;
  return (
    <div className="muted small">
      {facts && <p>{facts}</p>}
      {address.instructions && <p className="pre-line">{address.instructions}</p>}
    </div>
  );
}
