import { statement } from '../../db/sql';
import type { OrderActivityRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { toJson } from '../contract/json';
import { ORDER_ROW } from './order';
import type { ActivityEvent } from './visibility/contract';

export type Activity = Pick<OrderActivityRow, 'actor'> & { event: ActivityEvent } & Partial<
    Pick<OrderActivityRow, 'user_id' | 'detail'>
  >;

const raiseVersion = statement<PurchaseOrderRow>(
  'raise order version',
  `update purchase_orders set version = version + 1, updated_at = now() where id = $1 returning ${ORDER_ROW}`,
);

/** Raises the order's version and tells both parties. Needs the order's lock, so that versions rise one at a time. */
export async function recordActivity(
  tx: Tx,
  { id }: Pick<PurchaseOrderRow, 'id'>,
  { actor, event, user_id = null, detail = {} }: Activity,
): Promise<PurchaseOrderRow> {
  const [[order]] = await Promise.all([
    raiseVersion(tx, [id]),
    noteActivity(tx, { id }, { actor, event, user_id, detail }),
  ]);
  if (!order) throw new Error(`There is no order ${id}`);
  await tx.events.orderChanged(order, event);
  return order;
}

const insertActivity = statement(
  'write order activity',
  `insert into order_activity (purchase_order_id, actor, event, user_id, detail) values ($1, $2, $3, $4, $5::jsonb)`,
);

export async function noteActivity(
  tx: Tx,
  { id }: Pick<PurchaseOrderRow, 'id'>,
  { actor, event, user_id = null, detail = {} }: Activity,
): Promise<void> {
  await insertActivity(tx, [id, actor, event, user_id, toJson(detail)]);
}
