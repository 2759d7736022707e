import { sqlList } from '../../db/sql';
import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { dueRows } from '../jobs/due';
import type { Job } from '../jobs/job';
import { writeActivity } from '../orders/activity';
import { IS_LATE_TO_SHIP } from '../orders/queries';
import { lockOrder } from '../orders/transitions';
import { HAS_UNDECIDED_CLAIM } from '../orders/undecided-claims';
import { sendLateMail, sendReceiptReminder, sendShipToMail } from './mailer';
import { receiveOrder } from './receipt';

/** Days before the automatic receipt on which the buyer is asked. */
const REMINDER_DAYS = 3;
const SHIP_TO_ASKED = 'ship_to_asked';
const SYSTEM = { actor: 'system' } as const;
/** One at payment, then daily. */
const MAX_SHIP_TO_MAILS = 3;
const noted = (event: string, since = '') =>
  `exists (select from order_activity where purchase_order_id = purchase_orders.id and event = '${event}' ${since})`;

interface DueOrders {
  readonly name: string;
  readonly where: string;
  /** Under the order's lock. */
  readonly act: (tx: Tx, order: PurchaseOrderRow) => Promise<unknown>;
}

const dueOrders = ({ name, where, act }: DueOrders) =>
  dueRows({
    name,
    each: `${name}-order`,
    table: 'purchase_orders',
    where,
    act: ({ transaction }, { id, isDue }) =>
      transaction(async (tx) => {
        const order = await lockOrder(tx, id);
        if (await isDue(tx)) await act(tx, order);
      }),
  });

const [lateToShip, lateOrder] = dueOrders({
  name: 'late-to-ship',
  where: `status = 'awaiting_shipment' and ${IS_LATE_TO_SHIP}
    and not ${noted('late_to_ship')}`,
  async act(tx, order) {
    await sendLateMail(tx, order);
    await writeActivity(tx, order, SYSTEM, { event: 'late_to_ship', detail: { ship_by: order.ship_by } });
  },
});

const [receiptReminder, remindedOrder] = dueOrders({
  name: 'receipt-reminder',
  where: `status = 'shipped' and receipt_due_at > now()
    and receipt_due_at <= now() + interval '${REMINDER_DAYS} days'
    and not ${noted('receipt_reminder', `and at > receipt_due_at - interval '${REMINDER_DAYS} days'`)}`,
  async act(tx, order) {
    await sendReceiptReminder(tx, order, order.receipt_due_at as Date);
    await writeActivity(tx, order, SYSTEM, { event: 'receipt_reminder' });
  },
});

const [askForShipTo, askedOrder] = dueOrders({
  name: 'ask-for-ship-to',
  where: `status = 'awaiting_shipment' and ship_to is null and shipped_units = 0
    and coalesce(shipping_terms, 'seller_pays') in ${sqlList(['seller_pays', 'buyer_pays'])}
    and not ${noted(SHIP_TO_ASKED, `and at > now() - interval '1 day'`)}
    and (select count(*) from order_activity
          where purchase_order_id = purchase_orders.id and event = '${SHIP_TO_ASKED}') < ${MAX_SHIP_TO_MAILS}`,
  async act(tx, order) {
    const asked = await tx('order_activity').where({ purchase_order_id: order.id, event: SHIP_TO_ASKED });
    await sendShipToMail(tx, order, asked.length + 1);
    await writeActivity(tx, order, SYSTEM, { event: SHIP_TO_ASKED });
  },
});

const [autoReceive, receivedOrder] = dueOrders({
  name: 'auto-receive',
  where: `status = 'shipped' and receipt_due_at <= now() and not ${HAS_UNDECIDED_CLAIM}`,
  act: (tx, { id: orderId }) => receiveOrder(tx, orderId, SYSTEM),
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
];

export { askForShipTo, autoReceive, lateToShip, receiptReminder };
