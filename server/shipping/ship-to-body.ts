import { checkedAddress } from '../addresses/checks';
import { id, number, object } from '../contract/fields';

export const shipToBody = object({
  address_id: id(),
  /** From staff, in place of one of the buyer's addresses. */
  address: checkedAddress.default(undefined),
  version: number().integer(),
});
