import type { AdjustmentRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { raiseVersionWithActivity } from '../orders/activity';

export async function recordMoneyReturned(
  tx: Tx,
  order: PurchaseOrderRow,
  { kind, number, goods_cents, freight_cents, reason }: AdjustmentRow,
  by: Actor,
) {
  await raiseVersionWithActivity(tx, order, by, {
    event: 'money_returned',
    detail: { kind, number, goods_cents, freight_cents, reason },
  });
}
