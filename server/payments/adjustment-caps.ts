import type { PurchaseOrderProductRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import { shareNet } from '../contract/fee';
import { type Cents, cents, dollars, sum, type Units } from '../contract/money';
import { Invalid } from '../http/errors';

export interface ReturnedLine {
  readonly purchase_order_product_id: number;
  readonly quantity?: Units | undefined;
  readonly goods_cents: Cents;
}

type Line = Pick<PurchaseOrderProductRow, 'id' | 'name'> & { left: Cents };

export interface MoneyLeft {
  readonly lines: readonly Line[];
  readonly goods: Cents;
  readonly freight: Cents;
  readonly fee: Cents;
  readonly nextNumber: number;
}

/** What was paid and has not gone back. Needs the order's lock. */
export async function moneyLeft(tx: Tx, order: PurchaseOrderRow): Promise<MoneyLeft> {
  const earlier = await tx('adjustments').where({ purchase_order_id: order.id });
  const spent = (column: 'goods_cents' | 'freight_cents' | 'fee_cents') =>
    sum(earlier.map((adjustment) => adjustment[column]));
  return {
    lines: await linesLeft(tx, order.id),
    goods: cents(order.total_cents - order.freight_cents - spent('goods_cents')),
    freight: cents(order.freight_cents - spent('freight_cents')),
    fee: cents(order.fee_cents - spent('fee_cents')),
    nextNumber: earlier.length + 1,
  };
}

async function linesLeft(tx: Tx, orderId: number): Promise<Line[]> {
  const { rows } = await tx.raw<{ rows: { id: number; name: string; left: number }[] }>(
    `select line.id, line.name,
            line.total_cents - coalesce((select sum(goods_cents)::bigint from adjustment_lines
                                          where purchase_order_product_id = line.id), 0) as left
       from purchase_order_products line where line.purchase_order_id = ? order by line.id`,
    [orderId],
  );
  return rows.map(({ id, name, left }) => ({ id, name, left: cents(left) }));
}

/** Throws Invalid. */
export function requireWithinCaps(left: MoneyLeft, lines: readonly ReturnedLine[], freight: Cents) {
  for (const { purchase_order_product_id, goods_cents } of lines) {
    const line = left.lines.find(({ id }) => id === purchase_order_product_id);
    if (!line) throw Invalid('Choose lines of this order');
    if (goods_cents > line.left) throw Invalid(`At most ${dollars(line.left)} for ${line.name}`);
  }
  if (freight > left.freight) throw Invalid(`At most ${dollars(left.freight)} of freight`);
  const goods = sum(lines.map(({ goods_cents }) => goods_cents));
  if (goods > left.goods) throw Invalid(`At most ${dollars(left.goods)} of goods`);
  if (goods + freight === 0) throw Invalid('Enter an amount to refund');
}

/** Shares an amount of goods among what is left of the lines. Throws Invalid above what is left. */
export function shareAmongLines({ lines, goods }: MoneyLeft, amount: Cents): ReturnedLine[] {
  if (amount > goods) throw Invalid(`At most ${dollars(goods)} of goods`);
  const shares = shareNet(
    lines.map(({ left }) => left),
    amount,
  );
  return lines.map(({ id }, index) => ({
    purchase_order_product_id: id,
    goods_cents: shares[index] ?? cents(0),
  }));
}
