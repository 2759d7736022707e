import type { AdjustmentRow, PurchaseOrderRow } from '../../db/tables';
import type { Tx } from '../../db/transaction';
import type { Actor } from '../accounts/actor';
import { feeGivenBack } from '../contract/fee';
import { type Cents, cents, sum, type Units } from '../contract/money';
import { Conflict } from '../http/errors';
import { isUnconfirmed } from '../orders/state-machine';
import { moneyLeft, type ReturnedLine, requireWithinCaps } from './adjustment-caps';
import { requestAdjustmentRefund } from './refunds/refund';

export interface MoneyBack {
  readonly kind: AdjustmentRow['kind'];
  /** Several entries of one line are added up, entries of 0 are dropped. */
  readonly lines: readonly ReturnedLine[];
  readonly freight_cents: Cents;
  readonly claimId?: number;
  /** Of the refund or dispute at Stripe that this books. */
  readonly providerId?: string;
  readonly reason?: string;
  readonly by: Actor;
}

/** docs/rules.md#refunds. Needs the order's lock. Throws Conflict unless it may be refunded, Invalid above what is left. */
export async function returnMoney(tx: Tx, order: PurchaseOrderRow, back: MoneyBack): Promise<AdjustmentRow> {
  requireReturnable(order, back.kind);
  const left = await moneyLeft(tx, order);
  const lines = merged(back.lines);
  requireWithinCaps(left, lines, back.freight_cents);
  const goods = sum(lines.map(({ goods_cents }) => goods_cents));
  const adjustment = await insertAdjustment(tx, order, back, {
    number: left.nextNumber,
    goods_cents: goods,
    freight_cents: back.freight_cents,
    fee_cents: feeGivenBack(goods, { goodsLeft: left.goods, feeLeft: left.fee, bps: order.fee_bps }),
  });
  if (lines.length > 0)
    await tx('adjustment_lines').insert(
      lines.map(({ quantity, ...line }) => ({
        ...line,
        quantity: quantity ?? null,
        adjustment_id: adjustment.id,
      })),
    );
  if (back.kind !== 'provider') await requestAdjustmentRefund(tx, order, adjustment);
  await tx.events.moneyReturned(order, adjustment, back.by);
  return adjustment;
}

function requireReturnable({ status, payment_flag }: PurchaseOrderRow, kind: MoneyBack['kind']) {
  if (status === 'canceled') throw Conflict('This order was canceled. Its whole payment is refunded.');
  if (isUnconfirmed(status)) throw Conflict('Wait until the order is paid.');
  if (payment_flag === 'disputed' && kind !== 'provider')
    throw Conflict('The card network holds this payment. Resolve the dispute first.');
}

function merged(lines: readonly ReturnedLine[]): ReturnedLine[] {
  const byLine = new Map<number, ReturnedLine>();
  for (const line of lines.filter(({ goods_cents }) => goods_cents > 0)) {
    const before = byLine.get(line.purchase_order_product_id);
    byLine.set(line.purchase_order_product_id, {
      purchase_order_product_id: line.purchase_order_product_id,
      goods_cents: cents((before?.goods_cents ?? 0) + line.goods_cents),
      quantity: before ? added(before.quantity, line.quantity) : line.quantity,
    });
  }
  return [...byLine.values()];
}

const added = (one: Units | undefined, other: Units | undefined) =>
  one === undefined || other === undefined ? undefined : one + other;

type Amounts = Pick<AdjustmentRow, 'number' | 'goods_cents' | 'freight_cents' | 'fee_cents'>;

async function insertAdjustment(tx: Tx, order: PurchaseOrderRow, back: MoneyBack, amounts: Amounts) {
  const { goods_cents, freight_cents, fee_cents } = amounts;
  const [adjustment] = await tx('adjustments')
    .insert({
      purchase_order_id: order.id,
      kind: back.kind,
      claim_id: back.claimId ?? null,
      provider_id: back.providerId ?? null,
      reason: back.reason ?? null,
      ...amounts,
      net_cents: cents(goods_cents + freight_cents - fee_cents),
      created_by: back.by.userId ?? null,
    })
    .onConflict('provider_id')
    .ignore()
    .returning('*');
  if (!adjustment) throw Conflict(`${back.providerId} is already recorded.`);
  return adjustment;
}
