import type { Knex } from 'knex';
import { sqlList, statement } from '../../db/sql';
import { undecidedStatuses } from '../contract/undecided-claims';

/** SQL that is true while a claim of the order waits for its decision. */
export const hasUndecidedClaimOf = (orders: string) => `exists (select from claims
  where claims.purchase_order_id = ${orders}.id and claims.status in ${sqlList(undecidedStatuses)})`;

export const HAS_UNDECIDED_CLAIM = hasUndecidedClaimOf('purchase_orders');

const orderWithUndecidedClaim = statement(
  'order with an undecided claim',
  `select id from purchase_orders where id = $1 and ${HAS_UNDECIDED_CLAIM}`,
);

export const hasUndecidedClaim = async (db: Knex, orderId: number): Promise<boolean> =>
  (await orderWithUndecidedClaim(db, [orderId])).length > 0;
