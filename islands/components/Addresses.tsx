import { useState } from 'react';
import type { Address } from '../../server/addresses/contract';
import { AddressCard } from '../addresses/AddressCard';
import { AddressSelect } from '../addresses/AddressSelect';
import { Section } from './Section';

const warehouse: Address = {
  id: 1,
  company: 'Harbor Goods Co.',
  attention: 'Receiving',
  line1: '2200 Commerce Park Dr',
  line2: 'Dock 7',
  city: 'Indianapolis',
  region: 'IN',
  postal_code: '46241',
  country: 'US',
  phone: '+13175550178',
  phone_display: '(317) 555-0178',
  dock: 'dock',
  appointment: true,
  hours: 'Mon–Thu, 7 AM–2 PM',
  instructions: 'Check in at the gate.',
  default: true,
  version: 1,
};

const shop: Address = {
  ...warehouse,
  id: 2,
  company: 'The Extraordinarily Long Company Name of Somewhere, Incorporated',
  attention: null,
  line1: '650 Rue Saint-Paul',
  line2: null,
  city: 'Québec',
  region: 'QC',
  postal_code: 'G1K 3X1',
  country: 'CA',
  dock: 'unknown',
  appointment: false,
  hours: null,
  instructions: null,
  default: false,
};

const book = (addresses: Address[] | undefined, failed = false) => ({
  addresses,
  failed,
  refetch: async () => true,
});

export function Addresses() {
  const [chosen, setChosen] = useState<number | null>(1);
  return (
    <Section title="Addresses">
      <div className="cols two">
        <AddressCard address={warehouse} />
        <AddressCard address={shop} />
      </div>
      <div className="cols two">
        <AddressSelect name="chosen" book={book([warehouse, shop])} value={chosen} onChange={setChosen} />
        <AddressSelect
          name="none"
          book={book([])}
          value={null}
          onChange={setChosen}
          note="You can add a ship-to address later. The seller ships once you have."
        />
        <AddressSelect
          name="unchosen"
          book={book([warehouse])}
          value={null}
          onChange={setChosen}
          error="Required"
        />
        <AddressSelect name="failed" book={book(undefined, true)} value={null} onChange={setChosen} />
      </div>
    </Section>
  );
}
