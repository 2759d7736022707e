import { object, price, string } from '../contract/fields';
import { MAX_ITEM_CHARACTERS } from './rules';

/** A line; `product` is the one of its proposals that is chosen. */
export const wantForm = object({
  product: string(),
  item: string().max(MAX_ITEM_CHARACTERS, `Use at most ${MAX_ITEM_CHARACTERS} characters`),
  quantity: string().required('Enter a quantity'),
  target_cents: price().min(1, 'Enter a price like 9.99').nullable(),
  ends_on: string(),
});
