import type { AddressRow } from '../../db/tables';
import { phoneDisplay } from './checks';
import type { Address } from './contract';

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
