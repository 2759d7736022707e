import { array, id, object, paged, REQUIRED, requiredText, text } from '../../contract/fields';

export const tagBody = object({ product_id: id().required(REQUIRED), tag_name: requiredText(100) });

export const orderTagBody = object({ product_ids: array(id().required()).max(1_000).required() });

export const curatedProductsQuery = paged().shape({ query: text(200) });
