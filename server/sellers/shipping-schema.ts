import type { InferType } from 'yup';
import { array, boolean, number, object, REQUIRED, string } from '../contract/fields';
import { type ShippingTerms, shippingTerms } from '../contract/shipping-terms';

const HANDLING_DAYS = { min: 1, max: 30 } as const;

const DAYS = `Enter ${HANDLING_DAYS.min} to ${HANDLING_DAYS.max} business days`;

export const shippingForm = object({
  terms: array(string<ShippingTerms>().required().oneOf(shippingTerms, 'Choose an option from the list'))
    .required('Choose at least one option')
    .min(1, 'Choose at least one option'),
  handling_days: number()
    .required(REQUIRED)
    .integer(DAYS)
    .typeError(DAYS)
    .min(HANDLING_DAYS.min, DAYS)
    .max(HANDLING_DAYS.max, DAYS),
  ships_to_canada: boolean().required(REQUIRED),
});

export type ShippingInput = InferType<typeof shippingForm>;

export const shippingBody = object({ shipping: shippingForm.required() }).meta({ root: 'shipping' });
