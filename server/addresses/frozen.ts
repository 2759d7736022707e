import type { AddressRow, FrozenAddress } from '../../db/tables';
import { phoneDisplay } from './checks';
import type { FullAddress, RoughAddress } from './contract';

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

/** SQL: the copy of an address that offers and orders keep. */
export const FROZEN_ADDRESS = `jsonb_build_object(${COLUMNS.map((column) => `'${column}', ${column}`).join(', ')})`;

const copyOf = (address: FrozenAddress) =>
  Object.fromEntries(COLUMNS.map((column) => [column, address[column]])) as unknown as FrozenAddress;

export const freeze = (address: FrozenAddress | AddressRow): FrozenAddress => copyOf(address);

/** Column by column: what the JSON holds beyond them stays inside. */
export const fullAddress = (address: FrozenAddress): FullAddress => ({
  ...copyOf(address),
  phone_display: phoneDisplay(address.phone),
});

/** Where to, but not to whom: what a seller sees of an address before the order is paid. */
export const roughAddress = ({
  city,
  region,
  postal_code,
  country,
  dock,
  appointment,
}: FrozenAddress): RoughAddress => ({ city, region, postal_code, country, dock, appointment });
