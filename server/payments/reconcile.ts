import type { Knex } from 'knex';
import { sqlList } from '../../db/sql-list';
import { transaction } from '../../db/transaction';
import { object } from '../contract/fields';
import { enqueue, job } from '../jobs/job';
import { unconfirmedStatuses } from '../orders/state-contract';
import type { Services } from '../services';
import { refundPayment } from './refunds';
import { settle } from './settle';
import { isAway } from './stripe';
import { processEvent } from './webhook';

const AN_HOUR_S = 60 * 60;
/** Bank payments of canceled orders may still arrive for so long. */
const LATE_DAYS = 30;

/**
 * Orders of whose payment something may have happened without our being told: those that wait for it, and canceled
 * ones whose session was not seen to its end. Quiet for so long, by the database's clock.
 */
async function unsettledOrders(db: Knex, quietForS: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select purchase_orders.id
       from purchase_orders
      where exists (
              select from payment_attempts
               where purchase_order_id = purchase_orders.id
                 and payment_attempts.status in ('open', 'complete')
                 and payment_attempts.updated_at <= now() - make_interval(secs => :quiet)
                 and not exists (select from refunds where refunds.payment_intent_id = payment_attempts.payment_intent_id))
        and (purchase_orders.status in ${sqlList(unconfirmedStatuses)}
             or purchase_orders.status = 'canceled' and purchase_orders.updated_at > now() - make_interval(days => :late))
      order by purchase_orders.id`,
    { quiet: quietForS, late: LATE_DAYS },
  );
  return rows.map(({ id }) => id);
}

/**
 * Asks the provider about every order that waits, one after another. One that fails does not stop the others;
 * a provider that is away does, until the next time.
 */
export async function reconcile(services: Services, quietForS = AN_HOUR_S) {
  const orders = await unsettledOrders(services.db, quietForS);
  let failed = 0;
  for (const [done, orderId] of orders.entries()) {
    try {
      await settle(services, orderId);
    } catch (err) {
      services.log.error({ err, orderId }, 'the payment of an order could not be asked for');
      failed += isAway(err) ? orders.length - done : 1;
      if (isAway(err)) break;
    }
  }
  await resume(services.db, quietForS);
  return { asked: orders.length, failed };
}

/** Events and refunds whose jobs have given up are taken up again. */
async function resume(db: Knex, quietForS: number) {
  const quietSince = db.raw('now() - make_interval(secs => ?)', [quietForS]);
  await transaction(db, async (tx) => {
    const events = await tx('payment_events')
      .whereNull('processed_at')
      .where('received_at', '<=', quietSince)
      .select('id');
    for (const { id } of events)
      await enqueue(tx, processEvent, { event_id: id }, { key: `payment-event-${id}` });
    const refunds = await tx('refunds')
      .where({ status: 'pending' })
      .where('updated_at', '<=', quietSince)
      .select('id');
    for (const { id } of refunds)
      await enqueue(tx, refundPayment, { refund_id: id }, { key: `refund-${id}` });
  });
}

export const reconcilePayments = job('reconcile-payments', object({}), async (services) => {
  const { asked, failed } = await reconcile(services);
  if (asked > 0) services.log.info({ asked, failed }, 'payments reconciled');
});

/** `npm run reconcile`: every order that waits, however recently something was heard of it. */
export async function reconcileAtOnce(services: Services): Promise<string> {
  const { asked, failed } = await reconcile(services, 0);
  if (failed > 0) throw new Error(`${failed} of ${asked} orders could not be asked for. Please try again.`);
  return `The payment provider was asked about ${asked} ${asked === 1 ? 'order' : 'orders'}.`;
}
