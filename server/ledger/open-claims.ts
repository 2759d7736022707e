import type { Knex } from 'knex';
import { sqlList, statement } from '../../db/sql';
import { undecidedStatuses } from '../claims/state-contract';

/** SQL that is true while a claim of the order waits for its outcome. */
export const hasOpenClaimOf = (orders: string) => `exists (select from claims
  where claims.purchase_order_id = ${orders}.id and claims.status in ${sqlList(undecidedStatuses)})`;

export const HAS_OPEN_CLAIM = hasOpenClaimOf('purchase_orders');

const orderWithOpenClaim = statement(
  'order with an open claim',
  `select id from purchase_orders where id = $1 and ${HAS_OPEN_CLAIM}`,
);

export const hasOpenClaim = async (db: Knex, orderId: number): Promise<boolean> =>
  (await orderWithOpenClaim(db, [orderId])).length > 0;
