import type { InferType } from 'yup';
import { boolean, number, object, REQUIRED, requiredText, string, text } from '../contract/fields';
import { type Country, countries, type Dock, docks, regionsOf } from './rules';

const PO_BOX = /^\W*p(ost)?[\s.]*o(ffice)?[\s.]*box\W*(no\W*)?([a-z]?\d|$)/i;
const ZIP = /^\d{5}(-\d{4})?$/;
const CANADIAN = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])[\s-]?(\d[ABCEGHJ-NPRSTV-Z]\d)$/;

const orNull = (schema: ReturnType<typeof text>) =>
  schema.nullable().transform((value: unknown) => (value === '' ? null : value));

/** `k1a0b1` becomes `K1A 0B1`, `454021234` becomes `45402-1234`. */
const normalized = (value: string) => {
  const code = value.trim().toUpperCase();
  return code.replace(CANADIAN, '$1 $2').replace(/^(\d{5})[\s-]?(\d{4})$/, '$1-$2');
};

const isCountry = (value: unknown): value is Country => countries.some((country) => country === value);

const countryOf = (parent: unknown): Country | null => {
  const { country } = parent as { country?: unknown };
  return isCountry(country) ? country : null;
};

const region = () =>
  text(2)
    .transform((value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value))
    .default('')
    .test('region', (value, { parent, createError }) => {
      const country = countryOf(parent);
      if (country === null || Object.hasOwn(regionsOf(country), value ?? '')) return true;
      return createError({ message: country === 'US' ? 'Choose a state' : 'Choose a province' });
    });

export const postalCode = () =>
  text(20)
    .transform((value: unknown) => (typeof value === 'string' ? normalized(value) : value))
    .default('')
    .test('postal-code', (value, { parent, createError }) => {
      const country = countryOf(parent);
      if (country === 'US' && !ZIP.test(value ?? ''))
        return createError({ message: 'Enter a ZIP code like 45402 or 45402-1234' });
      if (country === 'CA' && !CANADIAN.test(value ?? ''))
        return createError({ message: 'Enter a postal code like K1A 0B1' });
      return true;
    });

export const phone = () => requiredText(40);

/** The form. The server also checks the phone and the region of the postal code. */
export const addressForm = object({
  company: requiredText(100),
  attention: orNull(text(100)),
  line1: requiredText(100).test(
    'street',
    "Carriers can't deliver to a PO Box. Enter a street address.",
    (value) => !PO_BOX.test(value ?? ''),
  ),
  line2: orNull(text(100)),
  city: requiredText(60),
  region: region(),
  postal_code: postalCode(),
  country: string<Country>()
    .required(REQUIRED)
    .oneOf(countries, 'We ship within the United States and Canada.'),
  phone: phone(),
  dock: string<Dock>().oneOf(docks, 'Choose an option').default('unknown'),
  appointment: boolean().default(false),
  hours: orNull(text(100)),
  instructions: orNull(text(300)),
  default: boolean().default(false),
  version: number().integer(),
});

export type AddressFields = InferType<typeof addressForm>;
