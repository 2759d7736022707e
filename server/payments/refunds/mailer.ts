import { statement } from '../../../db/sql';
import type { AdjustmentRow, PurchaseOrderRow, RefundRow } from '../../../db/tables';
import type { Tx } from '../../../db/transaction';
import { tradeContacts } from '../../accounts/trade-contacts';
import { type Cents, cents, dollars, formatUnits, type Units } from '../../contract/money';
import { shownLines } from '../../mail/lines';
import { deliverAll } from '../../mail/mailer';
import { creditMemoPath } from '../../orders/document-paths';
import { canceledNote } from '../../orders/rules';

type Refunded = Pick<AdjustmentRow, 'id' | 'kind' | 'number' | 'freight_cents' | 'reason'> & {
  readonly claim_number: string | null;
};

export async function sendRefundMail(
  tx: Tx,
  { id, purchase_order_id, adjustment_id, amount_cents }: RefundRow,
) {
  const order = await tx('purchase_orders').where({ id: purchase_order_id }).first();
  if (!order) throw new Error(`There is no order ${purchase_order_id}`);
  const amount = dollars(amount_cents);
  const adjustment = await adjustmentOf(tx, adjustment_id);
  const [people, lines] = await Promise.all([tradeContacts(tx, order), linesOf(tx, order, adjustment)]);
  const freight = adjustment ? adjustment.freight_cents : await freightLeft(tx, order);
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
          claimNumber: adjustment?.claim_number ?? null,
          reason: reasonFor(order, adjustment),
          lines,
          freight: freight > 0 ? dollars(freight) : null,
          total: amount,
          totalLabel: 'Refunded',
          net: null,
          document: adjustment && {
            label: 'Credit memo',
            path: creditMemoPath(order.id, adjustment.number),
          },
          preview: 'It can take 5–10 business days to arrive.',
          path: `/my_orders?order=${order.id}`,
          why: `${person.buyer_name} is the buyer in ${order.po_number}`,
        },
      })),
  );
}

/** Only what was written for the buyer: of canceled units and orders, not of what staff booked. */
const reasonFor = (order: PurchaseOrderRow, adjustment: Refunded | null) =>
  adjustment === null ? order.reason : adjustment.kind === 'short_ship' ? adjustment.reason : null;

async function adjustmentOf(tx: Tx, id: number | null): Promise<Refunded | null> {
  if (id === null) return null;
  const adjustment = await tx('adjustments')
    .leftJoin('claims', 'claims.id', 'adjustments.claim_id')
    .where('adjustments.id', id)
    .first('adjustments.id', 'kind', 'number', 'freight_cents', 'adjustments.reason', 'claim_number');
  return (adjustment as Refunded | undefined) ?? null;
}

interface RefundedLine {
  readonly name: string;
  readonly ordered_quantity: Units;
  /** null: an amount for no whole units. */
  readonly quantity: Units | null;
  readonly goods_cents: Cents;
}

const linesOfAdjustment = statement<RefundedLine>(
  'refunded lines of an adjustment',
  `select name, line.quantity as ordered_quantity, part.quantity, part.goods_cents
     from adjustment_lines part join purchase_order_products line on line.id = purchase_order_product_id
    where adjustment_id = $1 and goods_cents > 0 order by line.id`,
);

/** Of a canceled order: what no adjustment gave back before. */
const linesLeft = statement<RefundedLine>(
  'lines that were not refunded',
  `select name, line.quantity as ordered_quantity, line.quantity, line.total_cents - returned.amount as goods_cents
     from purchase_order_products line
     cross join lateral (select coalesce(sum(goods_cents), 0)::bigint as amount from adjustment_lines
                          where purchase_order_product_id = line.id) returned
    where purchase_order_id = $1 and line.total_cents > returned.amount order by line.id`,
);

async function linesOf(tx: Tx, order: PurchaseOrderRow, adjustment: Refunded | null) {
  const lines = await (adjustment ? linesOfAdjustment(tx, [adjustment.id]) : linesLeft(tx, [order.id]));
  const isCanceled = adjustment?.kind !== 'claim';
  return shownLines(
    lines.map((line) => ({
      name: line.name,
      amount: line.quantity === null ? '' : unitsOf(line.ordered_quantity, line.quantity, isCanceled),
      total: dollars(line.goods_cents),
    })),
  );
}

const unitsOf = (quantity: Units, refunded: Units, isCanceled: boolean) =>
  (isCanceled && canceledNote({ quantity, canceled_quantity: refunded })) ||
  `${formatUnits(refunded)} of ${formatUnits(quantity)} refunded`;

async function freightLeft(tx: Tx, { id, freight_cents }: PurchaseOrderRow): Promise<Cents> {
  const returned = await tx('adjustments').where({ purchase_order_id: id }).select('freight_cents');
  return cents(returned.reduce((left, earlier) => left - earlier.freight_cents, freight_cents as number));
}
