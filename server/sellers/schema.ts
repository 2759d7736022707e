import type { ISchema } from 'yup';
import { object, price, REQUIRED, requiredText, string, text } from '../contract/fields';
import type { SellerInput } from './contract';
import { MAX_DESCRIPTION, readSteps } from './rules';

const MIN_MINIMUM_CENTS = 100;
const MAX_MINIMUM_CENTS = 99_999_999;
const MINIMUM_OUT_OF_RANGE = 'Enter an amount from $1.00 to $999,999.99';

const minimumOrder = () =>
  price().min(MIN_MINIMUM_CENTS, MINIMUM_OUT_OF_RANGE).max(MAX_MINIMUM_CENTS, MINIMUM_OUT_OF_RANGE);

/** Pictures are upload keys, or the addresses that the profile was read with. */
export const sellerProfileForm = object({
  logo: text(2_000).required(REQUIRED),
  banner: text(2_000),
  name: requiredText(255),
  description: requiredText(MAX_DESCRIPTION),
  min_order_cents: minimumOrder(),
});

export const firstStepBody = object({ step: string().oneOf(readSteps, 'Unknown step').required(REQUIRED) });

const orNull = (schema: ReturnType<typeof text>) =>
  schema.nullable().transform((value: unknown) => (value === '' ? null : value));

const sellerFields = object({
  logo: orNull(text(2_000)),
  banner: orNull(text(2_000)),
  name: orNull(text(255)),
  description: orNull(text(MAX_DESCRIPTION)),
  min_order_cents: minimumOrder()
    .nullable()
    .transform((value: unknown, original: unknown) => (original === null || original === '' ? null : value)),
});

export const sellerBody = object({ seller: sellerFields }).meta({ root: 'seller' }) as unknown as ISchema<{
  seller: SellerInput;
}>;
