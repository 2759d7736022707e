import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { undecidedStatuses } from '../contract/undecided-claims';
import { Conflict } from '../http/errors';
import { raiseVersionWithActivity } from '../orders/activity';
import type { EventInput } from '../orders/order';
import { isBeforeShipment, isReceived } from '../orders/state-machine';
import { applyEvent, lockOrder } from '../orders/transitions';

/** What a buyer who is still waiting gets, once. */
const EXTENSION_DAYS = 10;

const NOT_SHIPPED = "This order hasn't shipped yet.";

/** Repeating it changes nothing. */
export async function receiveOrder(tx: Tx, orderId: number, by: EventInput): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId);
  if (isReceived(order.status)) return order;
  if (isBeforeShipment(order.status)) throw Conflict(NOT_SHIPPED);
  if (by.actor === 'buyer' && (await isReportedMissing(tx, orderId)))
    throw Conflict('Withdraw your claim first.');
  return applyEvent(tx, orderId, 'receive', by);
}

/** Once: later the buyer reports a problem instead. */
export async function extendReceipt(tx: Tx, orderId: number, by: Actor): Promise<PurchaseOrderRow> {
  const order = await lockOrder(tx, orderId);
  if (isBeforeShipment(order.status)) throw Conflict(NOT_SHIPPED);
  if (order.receipt_extended) throw Conflict('You already extended this once. Report a problem instead.');
  if (order.status !== 'shipped') throw Conflict('This order was already received.');
  const due = tx.raw('coalesce(receipt_due_at, now()) + make_interval(days => ?)', [EXTENSION_DAYS]);
  await tx('purchase_orders').where({ id: orderId }).update({ receipt_extended: true, receipt_due_at: due });
  return raiseVersionWithActivity(tx, order, by, { event: 'receipt_extended' });
}

async function isReportedMissing(db: Knex, orderId: number): Promise<boolean> {
  const claim = await db('claims')
    .where({ purchase_order_id: orderId })
    .whereIn('status', undecidedStatuses)
    .whereExists((lines) =>
      lines
        .from('claim_lines')
        .whereRaw('claim_lines.claim_id = claims.id')
        .where({ reason: 'not_received' }),
    )
    .first('id');
  return claim !== undefined;
}
