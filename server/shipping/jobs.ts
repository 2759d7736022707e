import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { id, object } from '../contract/fields';
import { enqueue, every, type Job, job, type Scheduled } from '../jobs/job';
import { noteActivity } from '../orders/activity';
import { IS_LATE_TO_SHIP } from '../orders/queries';
import { lockOrder } from '../orders/transitions';
import { sendLateMail, sendReceiptReminder, sendShipToMail } from './mailer';
import { receiveOrder } from './receipt';

/** Days before the automatic receipt on which the buyer is asked. */
const REMINDER_DAYS = 3;
const SHIP_TO_ASKED = 'ship_to_asked';
/** One at payment, then daily. */
const MAX_SHIP_TO_MAILS = 3;
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
  where: `status = 'awaiting_shipment' and ${IS_LATE_TO_SHIP}
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

const [askForShipTo, askedOrder] = dueJobs({
  name: 'ask-for-ship-to',
  where: `status = 'awaiting_shipment' and ship_to is null and shipped_units = 0
    and coalesce(shipping_terms, 'seller_pays') in ${sqlList(['seller_pays', 'buyer_pays'])}
    and not ${noted(SHIP_TO_ASKED, `and at > now() - interval '1 day'`)}
    and (select count(*) from order_activity
          where purchase_order_id = purchase_orders.id and event = '${SHIP_TO_ASKED}') < ${MAX_SHIP_TO_MAILS}`,
  async act(tx, order) {
    const asked = await tx('order_activity').where({ purchase_order_id: order.id, event: SHIP_TO_ASKED });
    await sendShipToMail(tx, order, asked.length + 1);
    await noteActivity(tx, order, { actor: 'system', event: SHIP_TO_ASKED });
  },
});

const [autoReceive, receivedOrder] = dueJobs({
  name: 'auto-receive',
  where: `status = 'shipped' and receipt_due_at <= now() and not exists (
    select from claims where purchase_order_id = purchase_orders.id and claims.status in ('open', 'in_review'))`,
  act: (tx, { id: orderId }) => receiveOrder(tx, orderId, { actor: 'system' }),
});

export const shippingJobs: readonly Job[] = [
  lateToShip,
  lateOrder,
  receiptReminder,
  remindedOrder,
  askForShipTo,
  askedOrder,
  autoReceive,
  receivedOrder,
] as Job[];

export const shippingSchedule: readonly Scheduled[] = [
  every('* * * * *', lateToShip),
  every('* * * * *', receiptReminder),
  every('* * * * *', askForShipTo),
  every('* * * * *', autoReceive),
];
