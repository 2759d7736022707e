import { id, number, object, price, string, text } from '../../contract/fields';
import { type ShippingTerms, shippingTerms } from '../../contract/shipping-terms';
import { FREIGHT_TOO_HIGH, MAX_CARRIER_INSTRUCTIONS, MAX_FREIGHT_CENTS } from './rules';

const version = () => number().integer();

export const shippingBody = object({
  shipping: object({
    ship_to_address_id: id().nullable(),
    terms: string<ShippingTerms>().oneOf(shippingTerms, 'Choose an option from the list'),
    carrier_instructions: text(MAX_CARRIER_INSTRUCTIONS),
  }).required(),
  version: version(),
}).meta({ root: 'shipping' });

/** In the bodies of submit and accept; ignored from a seller. */
export const shipTo = () => id();

/** In the body of a counter; ignored from a buyer and where no freight is quoted. */
export const freight = () =>
  price().min(0, 'Enter an amount of at least $0.00').max(MAX_FREIGHT_CENTS, FREIGHT_TOO_HIGH).nullable();
