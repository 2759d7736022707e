import type { Knex } from 'knex';
import type { AddressRow, FrozenAddress, SellerRow } from '../../db/tables';
import type { Buyer, Seller } from '../accounts/policy';
import { Invalid } from '../http/errors';

export type Owner = Buyer | Seller;

export const ownerColumns = ({ buyer_id, seller_id }: Owner) =>
  buyer_id === null ? { seller_id } : { buyer_id };

const current = (db: Knex, owner: Owner) =>
  db('addresses').where(ownerColumns(owner)).whereNull('deleted_at');

export const ownAddresses = (db: Knex, owner: Owner): Promise<AddressRow[]> =>
  current(db, owner).orderBy([
    { column: 'is_default', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);

/** For staff, who act in the buyer's place on an order. */
export const addressOfBuyer = (db: Knex, buyer_id: number, id: number): Promise<AddressRow | undefined> =>
  db('addresses').where({ id, buyer_id }).whereNull('deleted_at').first();

export const ownAddress = (db: Knex, owner: Owner, id: number): Promise<AddressRow | undefined> =>
  current(db, owner).where({ id }).first();

const COLUMNS = [
  'company',
  'attention',
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
  'dock',
  'appointment',
  'hours',
  'instructions',
] as const satisfies readonly (keyof FrozenAddress)[];

export const FROZEN_ADDRESS = `jsonb_build_object(${COLUMNS.map((column) => `'${column}', ${column}`).join(', ')})`;

export const freeze = (address: FrozenAddress | AddressRow): FrozenAddress =>
  Object.fromEntries(COLUMNS.map((column) => [column, address[column]])) as unknown as FrozenAddress;

type Carrying = Pick<SellerRow, 'ships_to_canada'> & {
  /** Where the goods are. */
  readonly location: Pick<FrozenAddress, 'country'> | null;
};

const NOT_AN_ADDRESS = 'Choose one of your addresses';
const US_ONLY = 'This seller ships within the United States only.';

/** A seller ships to the United States and within the country of their location, to Canada where they say so. */
export const isServed = (
  { country }: Pick<FrozenAddress, 'country'>,
  { ships_to_canada, location }: Carrying,
): boolean => country === 'US' || country === location?.country || ships_to_canada;

/** Throws 422, named by the caller's field, for an address that the buyer does not have. */
export function requireOwned(row: AddressRow | undefined, field: string): asserts row is AddressRow {
  if (!row) throw Invalid(NOT_AN_ADDRESS, { [field]: [NOT_AN_ADDRESS] });
}

/** Throws 422, named by the caller's field, for a country that the seller does not ship to. */
export function requireServed(
  address: Pick<FrozenAddress, 'country'>,
  seller: Carrying,
  field: string,
): void {
  if (!isServed(address, seller)) throw Invalid(US_ONLY, { [field]: [US_ONLY] });
}

export const placeOf = ({
  city,
  region,
  postal_code,
}: Pick<FrozenAddress, 'city' | 'region' | 'postal_code'>): string => `${city}, ${region} ${postal_code}`;
