import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { dollars } from '../contract/money';
import { deliver } from '../mail/mailer';
import type { OrderEvent } from './state-contract';

const orderMails: Partial<Record<OrderEvent, { view: string; subject: (poNumber: string) => string }>> = {
  confirm_payment: { view: 'order_confirmed', subject: (number) => `Payment received for ${number}` },
  ship: { view: 'order_shipped', subject: (number) => `${number} has shipped` },
  cancel: { view: 'order_canceled', subject: (number) => `${number} was canceled` },
};

/** Enqueues the event's mail to both sides, once per event, order version and side. */
export async function sendOrderMail(tx: Tx, event: OrderEvent, order: PurchaseOrderRow) {
  const mail = orderMails[event];
  if (!mail) return;
  const people = await tx('users')
    .where({ buyer_id: order.buyer_id })
    .orWhere({ seller_id: order.seller_id })
    .select('email', 'full_name', 'buyer_id');
  for (const { email, full_name, buyer_id } of people) {
    const side = buyer_id === null ? 'seller' : 'buyer';
    await deliver(tx, {
      to: email,
      subject: mail.subject(order.po_number),
      view: mail.view,
      eventKey: `order:${order.id}:${event}:${order.version}:${side}`,
      locals: {
        side,
        name: full_name,
        poNumber: order.po_number,
        total: dollars(side === 'seller' ? order.total_net_to_seller : order.total_cents),
        carrier: order.carrier,
        trackingNumber: order.tracking_number,
        reason: order.reason,
        path: '/my_orders',
      },
    });
  }
}
