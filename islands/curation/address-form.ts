import { object, string } from '../../server/contract/fields';
import { productIdIn } from './product-id';

/** The last path segment of the address is the product's id. */
export const addressForm = object({
  product_url: string().test(
    'names-a-product',
    'Enter the URL of a product page',
    (pasted = '') => pasted.trim() === '' || productIdIn(pasted) !== null,
  ),
});
