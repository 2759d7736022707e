import { id, object, REQUIRED } from '../contract/fields';

export const priceGuideQuery = object({ product_id: id().required(REQUIRED) });
