import { object, string } from '../../server/contract/fields';
import { MAX_ID } from '../../server/contract/limits';

/** Reads the product id from the last path segment of an address; null if there is none. */
export function productIdIn(pasted: string): number | null {
  const path = pasted.trim().split(/[?#]/)[0] ?? '';
  const last = path.split('/').filter(Boolean).at(-1) ?? '';
  if (!/^\d{1,10}$/.test(last)) return null;
  const id = Number(last);
  return id >= 1 && id <= MAX_ID ? id : null;
}

/** The last path segment of the address is the product's id. */
export const addressForm = object({
  product_url: string().test(
    'names-a-product',
    'Enter the URL of a product page',
    (pasted = '') => pasted.trim() === '' || productIdIn(pasted) !== null,
  ),
});
