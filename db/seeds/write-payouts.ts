import type { Staff } from '../../server/accounts/policy';
import { cents } from '../../server/contract/money';
import { createBatch, markPaid, voidPayout } from '../../server/ledger/payout';
import { releaseEarnings } from '../../server/ledger/release';
import { HAS_UNDECIDED_CLAIM } from '../../server/orders/undecided-claims';
import { moneyLeft, shareAmongLines } from '../../server/payments/adjustment-caps';
import { returnMoney } from '../../server/payments/adjustments';
import type { Tx } from '../transaction';
import { DAY_MS } from './days';

interface Demo {
  readonly staff: Staff;
  readonly claimDays: number;
  readonly now: Date;
}

/** A payout that was paid, one to pay, one that was voided, available balances, and one below zero. */
export async function writePayouts(tx: Tx, { staff, claimDays, now }: Demo): Promise<void> {
  const due = await dueOrders(tx, claimDays);
  const seller = await sellerOf(tx, 'seller@example.com');
  const own = due.filter(({ seller_id }) => seller_id === seller);
  const others = due.filter(({ seller_id }) => seller_id !== seller);
  const [last, ...first] = own;
  for (const { id } of first) await releaseEarnings(tx, id, { actor: 'system' });
  for (const payout of await batch(tx, staff, [seller]))
    await markPaid(tx, staff, payout, {
      reference: 'ACH 4471-2093',
      paid_on: new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10),
    });
  for (const { id } of [...(last ? [last] : []), ...others])
    await releaseEarnings(tx, id, { actor: 'system' });
  const [wrong] = await batch(tx, staff, [...new Set(others.map(({ seller_id }) => seller_id))].slice(0, 3));
  if (wrong) await voidPayout(tx, staff, wrong, 'The seller asked for another bank account.');
  await refundLate(tx, staff, await sellerOf(tx, 'seller2@example.com'));
  await tx('mails').whereNull('sent_at').update({ sent_at: now, created_at: now });
  await tx.raw(`update purchase_orders set version = (
    select count(*) from order_history where purchase_order_id = purchase_orders.id)`);
}

const dueOrders = (tx: Tx, claimDays: number) =>
  tx('purchase_orders')
    .where({ status: 'received' })
    .whereRaw(`received_at <= now() - make_interval(days => ?) and not ${HAS_UNDECIDED_CLAIM}`, [claimDays])
    .orderBy('received_at', 'desc')
    .select('id', 'seller_id');

async function sellerOf(tx: Tx, email: string): Promise<number> {
  const user = await tx('users').where({ email }).first('seller_id');
  return user?.seller_id ?? 0;
}

async function batch(tx: Tx, staff: Staff, sellerIds: readonly number[]): Promise<number[]> {
  const owed = await tx('seller_balances').whereIn('seller_id', sellerIds).where('available_cents', '>', 0);
  if (owed.length === 0) return [];
  const { id } = await createBatch(tx, staff, { sellerIds, minimum: 100 });
  return tx('payouts').where({ batch_id: id }).orderBy('id').pluck('id');
}

/** More than the seller has available goes back to a buyer after the payout. */
async function refundLate(tx: Tx, staff: Staff, sellerId: number) {
  const order = await tx('purchase_orders')
    .where({ seller_id: sellerId })
    .whereIn('status', ['paid_in_full', 'completed'])
    .orderBy('total_cents', 'desc')
    .forUpdate()
    .first();
  const balance = await tx('seller_balances').where({ seller_id: sellerId }).first('available_cents');
  if (!order || !balance) return;
  const left = await moneyLeft(tx, order);
  const goods = cents(Math.min(left.goods, Math.ceil((Number(balance.available_cents) + 12_500) / 0.9)));
  await returnMoney(tx, order, {
    kind: 'provider',
    lines: shareAmongLines(left, goods),
    freight_cents: cents(0),
    providerId: 're_demo_late',
    reason: 'Refunded in Stripe after the payout',
    by: { actor: 'staff', userId: staff.id },
  });
}
