import type { Knex } from 'knex';
import { id, object } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import { isUnpaid, unpaidStatuses } from '../orders/state-contract';
import { applyEvent } from '../orders/transitions';
import type { Services } from '../services';
import { closePayment } from './cancellation';

const ordersUnpaidFor = (db: Knex, hours: number): Promise<{ id: number }[]> =>
  db('purchase_orders')
    .whereIn('status', unpaidStatuses)
    .whereRaw('created_at <= now() - make_interval(hours => ?)', [hours])
    .orderBy('id')
    .select('id');

/** Closes the payment at Stripe first, so that none can arrive in between. */
async function cancelIfUnpaid(services: Services, orderId: number): Promise<void> {
  const { config, transaction } = services;
  await closePayment(services, orderId);
  await transaction(async (tx) => {
    const order = await tx('purchase_orders')
      .where({ id: orderId })
      .forUpdate()
      .first('status', 'payment_flag');
    // Stripe holds a payment of a wrong amount: staff decide.
    if (!order || !isUnpaid(order.status) || order.payment_flag === 'wrong_amount') return;
    const reason = `Not paid within ${config.unpaidOrderHours} hours`;
    await applyEvent(tx, orderId, 'cancel', { actor: 'system', reason });
  });
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
    const orders = await ordersUnpaidFor(db, config.unpaidOrderHours);
    await transaction(async (tx) => {
      for (const { id: order_id } of orders)
        await enqueue(tx, cancelUnpaidOrder, { order_id }, { key: `cancel-unpaid-order-${order_id}` });
    });
  },
);
