import type { Address } from '../../server/addresses/contract';

type Postal = Pick<Address, 'company' | 'attention' | 'line1' | 'line2' | 'city' | 'region' | 'postal_code'> &
  Partial<Pick<Address, 'country' | 'phone_display'>>;

/** The lines below the company's name, as on a label. */
export const AddressLines = ({ address }: { address: Postal }) => (
  <address className="address-lines">
    {linesOf(address).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </address>
);

const linesOf = ({ attention, line1, line2, city, region, postal_code, country, phone_display }: Postal) =>
  [
    attention && `Attn: ${attention}`,
    line1,
    line2,
    `${city}, ${region} ${postal_code}`,
    country === 'CA' && 'Canada',
    phone_display,
  ].filter((line): line is string => Boolean(line));
