import { object, price, string } from '../contract/fields';

/** A line; `product` is the one of its proposals that is chosen. */
export const wantForm = object({
  product: string(),
  quantity: string().required('Enter a quantity'),
  target_cents: price().min(1, 'Enter a price like 9.99').nullable(),
  ends_on: string(),
});
