import type { AdjustmentRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { raiseVersionWithActivity } from '../orders/activity';
import type { EventActor } from '../orders/order';

export async function recordMoneyReturned(
  tx: Tx,
  order: PurchaseOrderRow,
  { kind, number, goods_cents, freight_cents, reason }: AdjustmentRow,
  { actor, userId = null }: Pick<EventActor, 'actor' | 'userId'>,
) {
  await raiseVersionWithActivity(tx, order, {
    actor,
    user_id: userId,
    event: 'money_returned',
    detail: { kind, number, goods_cents, freight_cents, reason },
  });
}
