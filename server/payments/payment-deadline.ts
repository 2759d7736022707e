import { sqlList } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { counted } from '../contract/money';
import { dueRows } from '../jobs/due';
import { payBy, payBySql } from '../orders/deadlines';
import { unpaidStatuses } from '../orders/state-machine';
import { applyEvent } from '../orders/transitions';
import type { Services } from '../services';
import { closePayment } from './cancellation';
import { settle } from './settle';

/** Reads Stripe first, which may have sent deposits; then closes the payment, so that none can arrive in between. */
async function cancelIfUnpaid(services: Services, orderId: number): Promise<void> {
  const { config, transaction } = services;
  await settle(services, orderId);
  if (!(await transaction((tx) => findOverdue(tx, orderId, config)))) return;
  await closePayment(services, orderId);
  await transaction(async (tx) => {
    const order = await findOverdue(tx, orderId, config);
    if (!order) return;
    const reason = order.deposits_due_at
      ? 'The deposits were not verified in time'
      : `Not paid within ${counted(config.unpaidOrderHours, 'hour')}`;
    await applyEvent(tx, orderId, 'cancel', { actor: 'system', reason });
  });
}

/** Locks the order. A payment of a wrong amount has no deadline: staff decide. */
async function findOverdue(tx: Tx, orderId: number, config: Config): Promise<PurchaseOrderRow | null> {
  const order = await tx('purchase_orders').where({ id: orderId }).forUpdate().first();
  const deadline = order && payBy(order, config);
  return deadline && deadline <= tx.databaseClock.now() ? order : null;
}

export const [cancelUnpaidOrders, cancelUnpaidOrder] = dueRows({
  name: 'cancel-unpaid-orders',
  each: 'cancel-unpaid-order',
  table: 'purchase_orders',
  where: (config) => `status in ${sqlList(unpaidStatuses)} and payment_flag is distinct from 'wrong_amount'
    and ${payBySql('purchase_orders', config)} <= now()`,
  act: (services, { id }) => cancelIfUnpaid(services, id),
});
