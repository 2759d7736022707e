import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { object } from '../contract/fields';
import { counted } from '../contract/money';
import { enqueue, job } from '../jobs/job';
import { unconfirmedStatuses } from '../orders/state-machine';
import type { Services } from '../services';
import { refundPayment } from './refunds/refund';
import { settle } from './settle';
import { isUnavailable } from './stripe';
import { processEvent } from './webhook';

const QUIET_SECONDS = 60 * 60;
/** Bank payments of canceled orders may still arrive in this time. */
const LATE_DAYS = 30;

/** Orders whose webhook may have been missed: their attempts are unchanged for `quietSeconds`. */
async function unsettledOrders(db: Knex, quietSeconds: number): Promise<number[]> {
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
    { quiet: quietSeconds, late: LATE_DAYS },
  );
  return rows.map(({ id }) => id);
}

/** Settles orders one after another. A failed one does not stop the others; an unreachable Stripe does. */
export async function reconcile(services: Services, quietSeconds = QUIET_SECONDS) {
  const orders = await unsettledOrders(services.db, quietSeconds);
  let failed = 0;
  for (const [index, orderId] of orders.entries()) {
    try {
      await settle(services, orderId);
    } catch (err) {
      services.log.error({ err, orderId }, 'the payment of an order could not be asked for');
      failed += isUnavailable(err) ? orders.length - index : 1;
      if (isUnavailable(err)) break;
    }
  }
  await resumeJobs(services, quietSeconds);
  return { total: orders.length, failed };
}

async function resumeJobs({ db, transaction }: Pick<Services, 'db' | 'transaction'>, quietSeconds: number) {
  const quietSince = db.raw('now() - make_interval(secs => ?)', [quietSeconds]);
  await transaction(async (tx) => {
    await resumeEvents(tx, quietSince);
    await resumeRefunds(tx, quietSince);
  });
}

async function resumeEvents(tx: Tx, quietSince: Knex.Raw) {
  const events = await tx('payment_events')
    .whereNull('processed_at')
    .where('received_at', '<=', quietSince)
    .select('id');
  for (const { id } of events)
    await enqueue(tx, processEvent, { event_id: id }, { key: `payment-event-${id}` });
}

async function resumeRefunds(tx: Tx, quietSince: Knex.Raw) {
  const refunds = await tx('refunds')
    .where({ status: 'pending' })
    .where('updated_at', '<=', quietSince)
    .select('id');
  for (const { id } of refunds) await enqueue(tx, refundPayment, { refund_id: id }, { key: `refund-${id}` });
}

export const reconcilePayments = job('reconcile-payments', object({}), async (services) => {
  const { total, failed } = await reconcile(services);
  if (total > 0) services.log.info({ asked: total, failed }, 'payments reconciled');
});

export async function reconcileAtOnce(services: Services): Promise<string> {
  const { total, failed } = await reconcile(services, 0);
  if (failed > 0) throw new Error(`${failed} of ${total} orders couldn't be checked. Try again.`);
  return `Checked ${counted(total, 'order')} with the payment provider.`;
}
