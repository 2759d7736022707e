import type { PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { formatUnits } from '../contract/money';
import { sendNotice } from './mailer';

interface CanceledRest {
  readonly reason: string;
  readonly actor: Actor['actor'];
}

/** To the parties that did not cancel it. The refund is mailed once it is sent. */
export async function sendRestCanceledMail(tx: Tx, order: PurchaseOrderRow, { reason, actor }: CanceledRest) {
  const { po_number, total_units, canceled_units } = order;
  const units = `${formatUnits(canceled_units)} of ${formatUnits(total_units)} units`;
  await sendNotice(tx, order, {
    to: actor === 'seller' ? ['buyer'] : ['buyer', 'seller'],
    key: `order:${order.id}:rest-canceled`,
    text: {
      subject: `${units} of ${po_number} were canceled`,
      view: 'order_rest_canceled',
      preview: `${units} won't ship. They are refunded.`,
      more: { units, reason, net: null },
    },
  });
}
