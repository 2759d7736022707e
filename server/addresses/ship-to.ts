import type { AddressRow, FrozenAddress, SellerRow } from '../../db/tables';
import { Invalid } from '../http/errors';

type Seller = Pick<SellerRow, 'ships_to_canada'>;

const NOT_AN_ADDRESS = 'Choose one of your addresses';
const US_ONLY = 'This seller ships within the United States only.';

export const isServed = ({ country }: Pick<FrozenAddress, 'country'>, { ships_to_canada }: Seller): boolean =>
  country === 'US' || ships_to_canada;

/** Throws 422, named by the caller's field, for an address that the buyer does not have. */
export function requireOwned(row: AddressRow | undefined, field: string): asserts row is AddressRow {
  if (!row) throw Invalid(NOT_AN_ADDRESS, { [field]: [NOT_AN_ADDRESS] });
}

/** Throws 422, named by the caller's field, for a country that the seller does not ship to. */
export function requireServed(address: Pick<FrozenAddress, 'country'>, seller: Seller, field: string): void {
  if (!isServed(address, seller)) throw Invalid(US_ONLY, { [field]: [US_ONLY] });
}

/** `Dayton, OH 45402` */
export const placeOf = ({ city, region, postal_code }: FrozenAddress): string =>
  `${city}, ${region} ${postal_code}`;
