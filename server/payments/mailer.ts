import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { tradeContacts } from '../accounts/trade-contacts';
import { dollars } from '../contract/money';
import { mailTime } from '../mail/lines';
import { deliver } from '../mail/mailer';
import { deadlineOf, firstLines, orderLocals } from '../orders/mailer';

/** Reminds the buyer that the order will be canceled in that many hours. Once per person. */
export async function remindToPay(tx: Tx, order: PurchaseOrderRow, hours: number) {
  const [people, lines] = await Promise.all([tradeContacts(tx, order), firstLines(tx, order)]);
  for (const person of people.filter(({ side }) => side === 'buyer')) {
    const deadline = deadlineOf(tx, order, person);
    await deliver(tx, {
      kind: 'payments',
      userId: person.id,
      to: person.email,
      subject: `${order.po_number} will be canceled in ${hours} hours unless paid`,
      view: 'order_unpaid',
      eventKey: reminderKey(order.id, hours, person.id),
      locals: {
        ...orderLocals(order, person, lines, deadline),
        hours,
        preview: `Pay ${dollars(order.total_cents)} by ${deadline} to keep it.`,
      },
    });
  }
}

const reminderKey = (orderId: number, hours: number, userId: number) =>
  `order:${orderId}:unpaid-${hours}:${userId}`;

/** The key of `remindOfDeposits` in SQL. */
export const DEPOSITS_KEY_SQL =
  "format('order:%s:deposits-%s:%s', purchase_orders.id, extract(epoch from deposits_due_at)::bigint, users.id)";

const depositsKey = (orderId: number, deadline: Date, userId: number) =>
  `order:${orderId}:deposits-${Math.floor(deadline.getTime() / 1_000)}:${userId}`;

/** Once per deadline and person: deposits that were refused may be sent again. */
export async function remindOfDeposits(tx: Tx, order: PurchaseOrderRow, deadline: Date) {
  const [people, lines] = await Promise.all([tradeContacts(tx, order), firstLines(tx, order)]);
  const isVerifying = order.status === 'requires_payment_action';
  for (const person of people.filter(({ side }) => side === 'buyer')) {
    const by = mailTime(deadline, person.zone);
    await deliver(tx, {
      kind: 'payments',
      userId: person.id,
      to: person.email,
      subject: isVerifying
        ? `${order.po_number}: verify your bank account by ${by}`
        : `${order.po_number}: pay ${dollars(order.total_cents)} by ${by}`,
      view: 'order_deposits',
      eventKey: depositsKey(order.id, deadline, person.id),
      locals: {
        ...orderLocals(order, person, lines, by),
        isVerifying,
        preview: isVerifying ? 'Two small deposits are in your account.' : 'Unpaid orders are canceled.',
      },
    });
  }
}
