import { endpoint } from '../contract/endpoint';
import type { Island } from '../contract/island';
import type { Country, Dock } from './rules';

export interface Address {
  id: number;
  company: string;
  attention: string | null;
  line1: string;
  line2: string | null;
  city: string;
  /** A state's or province's two letters. */
  region: string;
  /** `45402`, `45402-1234` or `K1A 0B1`. */
  postal_code: string;
  country: Country;
  /** E.164. */
  phone: string;
  phone_display: string;
  dock: Dock;
  appointment: boolean;
  hours: string | null;
  instructions: string | null;
  default: boolean;
  version: number;
}

export type FullAddress = Omit<Address, 'id' | 'default' | 'version'>;

export type RoughAddress = Pick<
  Address,
  'city' | 'region' | 'postal_code' | 'country' | 'dock' | 'appointment'
>;

export const listAddresses = endpoint<{ addresses: Address[] }>()('GET /marketplace/addresses');
export const createAddress = endpoint<Address>()('POST /marketplace/addresses');
export const updateAddress = endpoint<Address>()('PUT /marketplace/addresses/:id');
export const makeDefaultAddress = endpoint<Address>()('PUT /marketplace/addresses/:id/default');
export const deleteAddress = endpoint<undefined>()('DELETE /marketplace/addresses/:id');

export const settingsAddresses: Island<{ addresses: Address[]; company: string; readOnly: boolean }> = {
  id: 'settings-addresses',
};
