import type { PurchaseOrderRow } from '../../db/tables';
import type { Seller, Staff } from '../../server/accounts/policy';
import { cents, type SignedCents } from '../../server/contract/money';
import { showBalance } from '../../server/ledger/contract';
import { markPayoutPaid } from '../../server/ledger/staff/contract';
import type { OrderEvent } from '../../server/orders/rules';
import { applyEvent, lockOrder } from '../../server/orders/transitions';
import { moneyLeft, shareAmongLines } from '../../server/payments/adjustment-caps';
import { returnMoney } from '../../server/payments/adjustments';
import { Factory } from '../support/factories';

export const PAID = { reference: 'Wire 4711', paid_on: '2026-01-15' };

/** Orders and their money, moved by the product's own acts. */
export class Books extends Factory {
  /** $80.00 of goods unless `price` and `freight` say otherwise; fee 10 %. */
  async orderOf(
    seller: Seller,
    {
      price = 800,
      quantity = 10n,
      freight = 0,
    }: { price?: number; quantity?: bigint; freight?: number } = {},
  ): Promise<PurchaseOrderRow> {
    const product = await this.aProduct({
      seller,
      units: quantity,
      msrp_cents: cents(price * 2 + 1_000),
      wholesale_cents: cents(price + 1_000),
      seller_price_cents: cents(price),
    });
    const order = await this.anOrder({ seller, lines: [{ product, unit_price: cents(price), quantity }] });
    if (freight > 0)
      await this.db('purchase_orders')
        .where({ id: order.id })
        .update({
          freight_cents: cents(freight),
          total_cents: cents(order.total_cents + freight),
          total_net_to_seller: cents(order.total_net_to_seller + freight),
        });
    return this.row(order.id);
  }

  async row(id: number): Promise<PurchaseOrderRow> {
    const row = await this.db('purchase_orders').where({ id }).first();
    if (!row) throw new Error(`There is no order ${id}`);
    return row;
  }

  fire(id: number, ...events: OrderEvent[]) {
    return this.transaction(async (tx) => {
      for (const event of events) await applyEvent(tx, id, event, { actor: 'staff', carrier: 'ups' });
    });
  }

  async received(seller: Seller, options?: Parameters<Books['orderOf']>[1]) {
    const order = await this.orderOf(seller, options);
    await this.fire(order.id, 'confirm_payment', 'ship', 'receive');
    return this.row(order.id);
  }

  refund(id: number, { goods = 0, freight = 0 }: { goods?: number; freight?: number }) {
    return this.transaction(async (tx) => {
      const order = await lockOrder(tx, id);
      return returnMoney(tx, order, {
        kind: 'short_ship',
        lines: shareAmongLines(await moneyLeft(tx, order), cents(goods)),
        freight_cents: cents(freight),
        by: { actor: 'staff' },
      });
    });
  }

  async balance(seller: Seller) {
    return (await (await this.as(seller)).call(showBalance, {})).body;
  }

  async pay(by: Staff, id: number, payment = PAID) {
    return (await this.as(by)).call(markPayoutPaid, { id }, payment);
  }

  /** Signed sums of the accounts. */
  async accounts(where: object): Promise<Record<string, SignedCents>> {
    const rows = (await this.db('ledger_entries' as never)
      .where(where)
      .groupBy('account')
      .select('account', this.db.raw('sum(amount_cents)::text as amount'))) as {
      account: string;
      amount: string;
    }[];
    return Object.fromEntries(
      rows
        .filter(({ amount }) => amount !== '0')
        .map(({ account, amount }) => [account, Number(amount) as SignedCents]),
    );
  }
}
