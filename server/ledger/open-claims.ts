import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import { undecidedStatuses } from '../claims/state-contract';

/** SQL that is true while a claim of the order waits for its outcome. */
export const hasOpenClaimOf = (orders: string) => `exists (select from claims
  where claims.purchase_order_id = ${orders}.id and claims.status in ${sqlList(undecidedStatuses)})`;

export const HAS_OPEN_CLAIM = hasOpenClaimOf('purchase_orders');

export const CLAIM_OPEN = 'This order has an open claim. Decide it first.';

export async function hasOpenClaim(db: Knex, orderId: number): Promise<boolean> {
  const found = await db('purchase_orders').where({ id: orderId }).whereRaw(HAS_OPEN_CLAIM).first('id');
  return found !== undefined;
}
