import type { Knex } from 'knex';
import { sqlList } from '../../db/sql';
import type { Tx } from '../../db/transaction';
import { HOUR_MS } from '../contract/durations';
import { id, number, object } from '../contract/fields';
import { dueRows } from '../jobs/due';
import { enqueue, job } from '../jobs/job';
import { payBy } from '../orders/deadlines';
import { unpaidStatuses } from '../orders/state-machine';
import { lockOrder } from '../orders/transitions';
import { DEPOSITS_KEY_SQL, remindOfDeposits, remindToPay } from './mailer';

/** Hours before an unpaid order is canceled; each reminder leaves once. */
const REMINDERS = [24, 4] as const;

/** An order that never had `hours` left is not among them. */
const dueOrders = (
  db: Knex,
  { hours, until, total }: { hours: number; until: number; total: number },
): Promise<{ id: number }[]> =>
  hours >= total
    ? Promise.resolve([])
    : db('purchase_orders')
        .whereIn('status', unpaidStatuses)
        .whereNull('deposits_due_at')
        .whereRaw('created_at <= now() - make_interval(hours => ?)', [total - hours])
        .whereRaw('created_at > now() - make_interval(hours => ?)', [total - until])
        .whereNotExists((mails) =>
          mails
            .from('mails')
            .join('users', 'users.buyer_id', 'purchase_orders.buyer_id')
            .whereRaw(
              `mails.event_key = format('order:%s:unpaid-%s:%s', purchase_orders.id, ?::int, users.id)`,
              [hours],
            ),
        )
        .orderBy('id')
        .select('id');

const isDue = (hours: number, remainingMs: number) => {
  const later = REMINDERS.find((reminder) => reminder < hours) ?? 0;
  return remainingMs <= hours * HOUR_MS && remainingMs > later * HOUR_MS;
};

export const sendPaymentReminder = job(
  'send-payment-reminder',
  object({ order_id: id().required(), hours: number().required() }),
  async ({ transaction, config }, { order_id, hours }) =>
    transaction(async (tx) => {
      const order = await tx('purchase_orders').where({ id: order_id }).forUpdate().first();
      const deadline = order && payBy(order, config);
      // Paid, canceled or held since it was found, or the job came too late for this reminder.
      if (
        !deadline ||
        order.deposits_due_at ||
        !isDue(hours, deadline.getTime() - tx.databaseClock.now().getTime())
      )
        return;
      await remindToPay(tx, order, hours);
    }),
);

const enqueueReminder = (tx: Tx, order_id: number, hours: (typeof REMINDERS)[number]) =>
  enqueue(tx, sendPaymentReminder, { order_id, hours }, { key: `payment-reminder-${hours}-${order_id}` });

/** From 9:00 in New York on the day before. */
const DEPOSITS_REMINDER_HOURS = 39;

export const [findDepositsReminders, sendDepositsReminder] = dueRows({
  name: 'remind-of-deposits',
  each: 'send-deposits-reminder',
  table: 'purchase_orders',
  where: `status in ${sqlList(unpaidStatuses)}
    and deposits_due_at > now() and deposits_due_at <= now() + interval '${DEPOSITS_REMINDER_HOURS} hours'
    and not exists (select from mails join users on users.buyer_id = purchase_orders.buyer_id
                     where mails.event_key = ${DEPOSITS_KEY_SQL})`,
  act: ({ transaction, config }, { id, isDue }) =>
    transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      const deadline = payBy(order, config);
      if (deadline && (await isDue(tx))) await remindOfDeposits(tx, order, deadline);
    }),
});

export const remindOfPayment = job('remind-of-payment', object({}), async ({ db, config, transaction }) => {
  const total = config.unpaidOrderHours;
  for (const [index, hours] of REMINDERS.entries()) {
    const due = await dueOrders(db, { hours, until: REMINDERS[index + 1] ?? 0, total });
    await transaction(async (tx) => {
      for (const { id } of due) await enqueueReminder(tx, id, hours);
    });
  }
});
