import { CAN_SELL } from '../sellers/policy';

const completeIn = (products: string) => `${products}.deleted_at is null and not ${products}.provisional`;

export const PUBLISHED = `${completeIn('products')} and not products.paused`;

/** What everyone may see (docs/rules.md#products). For queries that join `sellers` to `products`. */
export const LISTED = `${PUBLISHED} and ${CAN_SELL}`;

/** What an offer that was sent can become an order of: pausing does not end it. */
export const SELLABLE = `${completeIn('products')} and ${CAN_SELL}`;

/** SQL: the one status of a product that is not deleted, for its owner and staff. Live products are listed. */
export const statusOf = (products: string) => `case when ${products}.paused then 'paused'
  when not (${completeIn(products)} and ${CAN_SELL}) then 'provisional'
  when ${products}.units = 0 then 'sold_out' else 'live' end`;
