import { CAN_SELL } from '../sellers/policy';

export const PUBLISHED = 'products.deleted_at is null and not products.provisional';

/** What everyone may see (docs/rules.md#products). For queries that join `sellers` to `products`. */
export const LISTED = `${PUBLISHED} and ${CAN_SELL}`;
