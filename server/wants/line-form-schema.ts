import { object, price, string } from '../contract/fields';

/** A line; `product` is the one of its proposals that is chosen. The server bounds the item. */
export const wantForm = object({
  product: string(),
  item: string(),
  quantity: string().required('Enter a quantity'),
  target_cents: price().min(1, 'Enter a price like 9.99').nullable(),
  ends_on: string(),
});
