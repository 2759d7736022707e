import type { Knex } from 'knex';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { enqueue, every, type Job, job, type Scheduled } from '../jobs/job';
import { noteActivity } from '../orders/activity';
import { lockOrder } from '../orders/order';
import { sendLateMail, sendReceiptReminder } from './mailer';
import { receiveOrder } from './receipt';

/** Days before the automatic receipt on which the buyer is asked. */
const REMINDER_DAYS = 3;
/** More wait for the next run, a minute later. */
const MAX_DUE = 1_000;

interface Due {
  readonly name: string;
  /** Orders that are due by the dates in their rows. Ends with what was done already. */
  readonly where: string;
  /** Under the order's lock, if it is still due then. */
  readonly act: (tx: Tx, order: PurchaseOrderRow) => Promise<unknown>;
}

const noted = (event: string, since = '') =>
  `exists (select from order_activity where purchase_order_id = purchase_orders.id and event = '${event}' ${since})`;

/** One job finds what is due, one does it per order: an order that fails holds up no other. */
function dueJobs({ name, where, act }: Due): [find: Job<object>, act: Job<{ order_id: number }>] {
  const due = (db: Knex) => db('purchase_orders').whereRaw(where);
  const perOrder = job(
    `${name}-order`,
    object({ order_id: id().required() }),
    ({ transaction }, { order_id }) =>
      transaction(async (tx) => {
        const order = await lockOrder(tx, order_id);
        if (await due(tx).where({ id: order_id }).first('id')) await act(tx, order);
      }),
  );
  const find = job(name, object({}), async ({ db, transaction }) => {
    const orders = await due(db).orderBy('id').limit(MAX_DUE).select('id');
    if (orders.length === 0) return;
    await transaction(async (tx) => {
      for (const { id: order_id } of orders)
        await enqueue(tx, perOrder, { order_id }, { key: `${name}-${order_id}` });
    });
  });
  return [find, perOrder];
}

const [lateToShip, lateOrder] = dueJobs({
  name: 'late-to-ship',
  where: `status = 'awaiting_shipment' and ship_by < (now() at time zone 'UTC')::date
    and not ${noted('late_to_ship')}`,
  async act(tx, order) {
    await sendLateMail(tx, order);
    await noteActivity(tx, order, {
      actor: 'system',
      event: 'late_to_ship',
      detail: { ship_by: order.ship_by },
    });
  },
});

const [receiptReminder, remindedOrder] = dueJobs({
  name: 'receipt-reminder',
  where: `status = 'shipped' and receipt_due_at > now()
    and receipt_due_at <= now() + interval '${REMINDER_DAYS} days'
    and not ${noted('receipt_reminder', `and at > receipt_due_at - interval '${REMINDER_DAYS} days'`)}`,
  async act(tx, order) {
    await sendReceiptReminder(tx, order, order.receipt_due_at as Date);
    await noteActivity(tx, order, { actor: 'system', event: 'receipt_reminder' });
  },
});

const [autoReceive, receivedOrder] = dueJobs({
  name: 'auto-receive',
  where: `status = 'shipped' and receipt_due_at <= now()`,
  act: (tx, { id: orderId }) => receiveOrder(tx, orderId, { actor: 'system' }),
});

export const shippingJobs: readonly Job[] = [
  lateToShip,
  lateOrder,
  receiptReminder,
  remindedOrder,
  autoReceive,
  receivedOrder,
] as Job[];

export const shippingSchedule: readonly Scheduled[] = [
  every('* * * * *', lateToShip),
  every('* * * * *', receiptReminder),
  every('* * * * *', autoReceive),
];
