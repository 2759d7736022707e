import type { Address } from '../../server/addresses/contract';

type Postal = Pick<
  Address,
  'attention' | 'line1' | 'line2' | 'city' | 'region' | 'postal_code' | 'country'
> & {
  phone_display?: string;
};

/** What stands under the company's name, as on a label. */
export const AddressLines = ({ address }: { address: Postal }) => (
  <p className="pre-line">{linesOf(address).join('\n')}</p>
);

const linesOf = ({ attention, line1, line2, city, region, postal_code, country, phone_display }: Postal) =>
  [
    attention && `Attn: ${attention}`,
    line1,
    line2,
    `${city}, ${region} ${postal_code}`,
    country === 'CA' && 'Canada',
    phone_display,
  ].filter(Boolean);
