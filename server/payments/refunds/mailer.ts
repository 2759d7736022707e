import type { RefundRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { tradeContacts } from '../../accounts/trade-contacts';
import { dollars } from '../../contract/money';
import { deliverAll } from '../../mail/mailer';
import { creditMemoPath } from '../../orders/document-paths';

export async function sendRefundMail(
  tx: Tx,
  { id, purchase_order_id, adjustment_id, amount_cents }: RefundRow,
) {
  const order = await tx('purchase_orders').where({ id: purchase_order_id }).first();
  if (!order) throw new Error(`There is no order ${purchase_order_id}`);
  const amount = dollars(amount_cents);
  const [people, document] = await Promise.all([
    tradeContacts(tx, order),
    memoOf(tx, purchase_order_id, adjustment_id),
  ]);
  await deliverAll(
    tx,
    people
      .filter(({ side }) => side === 'buyer')
      .map((person) => ({
        to: person.email,
        kind: 'payments' as const,
        userId: person.id,
        subject: `Refund of ${amount} for ${order.po_number}`,
        view: 'refund_sent',
        eventKey: `refund:${id}:sent:${person.id}`,
        locals: {
          name: person.full_name,
          company: person.seller_name,
          poNumber: order.po_number,
          amount,
          document,
          preview: 'It can take 5–10 business days to arrive.',
          path: `/my_orders?order=${order.id}`,
          why: `${person.buyer_name} is the buyer in ${order.po_number}`,
        },
      })),
  );
}

async function memoOf(tx: Tx, orderId: number, adjustmentId: number | null) {
  const adjustment = adjustmentId
    ? await tx('adjustments').where({ id: adjustmentId }).first('number')
    : undefined;
  return adjustment ? { label: 'Credit memo', path: creditMemoPath(orderId, adjustment.number) } : null;
}
