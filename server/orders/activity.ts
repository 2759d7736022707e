import { statement } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { keepsEvents } from '../accounts/company/events-since';
import { toJson } from '../contract/json';
import type { Activity } from './events';
import { ORDER_ROW } from './order';

type Order = Pick<PurchaseOrderRow, 'id'>;

const raiseVersion = statement<PurchaseOrderRow & { keeps_events: boolean }>(
  'raise order version',
  `update purchase_orders set version = version + 1, updated_at = now() where id = $1
   returning ${ORDER_ROW}, ${keepsEvents('purchase_orders.buyer_id', 'purchase_orders.seller_id')}`,
);

/** Tells both parties. Needs the order's lock, so that versions rise one at a time. */
export async function raiseVersionWithActivity(
  tx: Tx,
  { id }: Order,
  by: Actor,
  activity: Activity,
): Promise<PurchaseOrderRow> {
  const [[raised]] = await Promise.all([raiseVersion(tx, [id]), writeActivity(tx, { id }, by, activity)]);
  if (!raised) throw new Error(`There is no order ${id}`);
  const { keeps_events, ...order } = raised;
  await tx.events.orderChanged(order, activity, { by, keepsEvents: keeps_events });
  return order;
}

const insertActivity = statement(
  'write order activity',
  `insert into order_activity (purchase_order_id, actor, event, user_id, detail) values ($1, $2, $3, $4, $5::jsonb)`,
);

/** For an act that raises the version otherwise, or that changes nothing people see. */
export async function writeActivity(
  tx: Tx,
  { id }: Order,
  { actor, userId = null }: Actor,
  { event, detail = {} }: Activity,
): Promise<void> {
  await insertActivity(tx, [id, actor, event, userId, toJson(detail)]);
}
