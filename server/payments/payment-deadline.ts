import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Config } from '../config/config';
import { id, object } from '../contract/fields';
import { counted } from '../contract/money';
import { enqueue, job } from '../jobs/job';
import { payBy, payBySql } from '../orders/policy';
import { unpaidStatuses } from '../orders/state-contract';
import { applyEvent } from '../orders/transitions';
import type { Services } from '../services';
import { closePayment } from './cancellation';
import { settle } from './settle';

const unpaidOrders = (db: Knex, config: Config): Promise<{ id: number }[]> =>
  db('purchase_orders')
    .whereIn('status', unpaidStatuses)
    .whereRaw(`${payBySql('purchase_orders', config)} <= now()`)
    .orderBy('id')
    .select('id');

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

export const cancelUnpaidOrder = job(
  'cancel-unpaid-order',
  object({ order_id: id().required() }),
  async (services, { order_id }) => cancelIfUnpaid(services, order_id),
);

export const cancelUnpaidOrders = job(
  'cancel-unpaid-orders',
  object({}),
  async ({ db, config, transaction }) => {
    const orders = await unpaidOrders(db, config);
    await transaction(async (tx) => {
      for (const { id: order_id } of orders)
        await enqueue(tx, cancelUnpaidOrder, { order_id }, { key: `cancel-unpaid-order-${order_id}` });
    });
  },
);
