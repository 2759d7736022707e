import { flag, id, list, nullable, object, oneOf, tagged, text } from '../openapi/answer';
import {
  type Address,
  createAddress,
  deleteAddress,
  type FullAddress,
  listAddresses,
  makeDefaultAddress,
  type RoughAddress,
  updateAddress,
} from './contract';
import { countries, docks } from './rules';

const rough = {
  city: text,
  region: text,
  postal_code: text,
  country: oneOf(countries),
  dock: oneOf(docks),
  appointment: flag,
} as const;

const full = {
  ...rough,
  company: text,
  attention: nullable(text),
  line1: text,
  line2: nullable(text),
  phone: text,
  phone_display: text,
  hours: nullable(text),
  instructions: nullable(text),
} as const;

export const roughAddress = object<RoughAddress>(rough, 'RoughAddress');
export const fullAddress = object<FullAddress>(full, 'FullAddress');

const address = object<Address>({ ...full, id, default: flag, version: id }, 'Address');

const fields = {
  company: 'Acme Retail',
  line1: '400 Linden Ave',
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '+1 937 224 5678',
  dock: 'no_dock',
};

const doc = tagged('Addresses');

export default [
  doc(listAddresses, {
    summary: 'List the addresses of the company',
    answer: object<{ addresses: Address[] }>({ addresses: list(address) }),
  }),
  doc(createAddress, { summary: 'Add an address', answer: address, example: { address: fields } }),
  doc(updateAddress, {
    summary: 'Change an address',
    answer: address,
    example: { address: { ...fields, hours: '8–16' } },
  }),
  doc(makeDefaultAddress, { summary: 'Make an address the default', answer: address }),
  doc(deleteAddress, { summary: 'Delete an address', answer: null }),
];
