import type { AddressRow, FrozenAddress } from '../../db/tables';
import { phoneDisplay } from './checks';
import type { Address, FullAddress, RoughAddress } from './contract';
import { freeze } from './queries';

export const addressDocument = (row: AddressRow): Address => ({
  id: row.id,
  company: row.company,
  attention: row.attention,
  line1: row.line1,
  line2: row.line2,
  city: row.city,
  region: row.region,
  postal_code: row.postal_code,
  country: row.country,
  phone: row.phone,
  phone_display: phoneDisplay(row.phone),
  dock: row.dock,
  appointment: row.appointment,
  hours: row.hours,
  instructions: row.instructions,
  default: row.is_default,
  version: row.version,
});

/** Column by column: what the JSON holds beyond them stays inside. */
export const fullAddress = (address: FrozenAddress): FullAddress => ({
  ...freeze(address),
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
