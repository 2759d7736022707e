import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { cents, dollars, sum } from '../contract/money';
import { mailDay } from '../mail/lines';
import { claimUntil } from '../orders/deadlines';
import { sendNotice } from './mailer';

/** To the seller, whose earnings become available when claims close. */
export async function sendReceivedMail(tx: Tx, order: PurchaseOrderRow) {
  if (!order.received_at) return;
  const { net, refunded } = await afterRefunds(tx, order);
  const amount = dollars(net);
  const until = claimUntil(order.received_at, tx.config);
  await sendNotice(tx, order, {
    to: ['seller'],
    ofAmounts: true,
    key: `received:${order.id}`,
    text({ zone }) {
      const day = mailDay(until, zone);
      return {
        subject: `${order.po_number} was received. ${amount} becomes available ${day}.`,
        view: 'order_received',
        preview: `${amount} becomes available on ${day} unless a claim is open.`,
        more: { amount, day, net: amount, refunded: refunded > 0 ? `−${dollars(refunded)}` : null },
      };
    },
  });
}

async function afterRefunds(tx: Tx, { id, total_net_to_seller }: PurchaseOrderRow) {
  const returned = await tx('adjustments').where({ purchase_order_id: id });
  return {
    net: cents(total_net_to_seller - sum(returned.map(({ net_cents }) => net_cents))),
    refunded: sum(returned.flatMap(({ goods_cents, freight_cents }) => [goods_cents, freight_cents])),
  };
}
