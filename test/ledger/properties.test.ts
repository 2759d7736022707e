import fc from 'fast-check';
import { check } from '../../server/ledger/check';
import { createPayoutBatch, releaseOrder, voidPayout } from '../../server/ledger/staff/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import { useTestApp } from '../support/test-app';
import { Books, PAID } from './books';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const app = useTestApp({ rateLimits: false });
const books = new Books(app);

/** Each step acts on the order or payout that its numbers choose; what the product refuses changes nothing. */
const step = fc.record({
  act: fc.constantFrom(
    'order',
    'pay',
    'deliver',
    'refund',
    'refund',
    'cancel',
    'release',
    'staff',
    'batch',
    'paid',
    'void',
  ),
  which: fc.nat(5),
  price: fc.integer({ min: 50, max: 99_999 }),
  part: fc.integer({ min: 1, max: 10_000 }),
  freight: fc.nat(9_999),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function play(steps: readonly Step[]) {
  const seller = await books.aSeller();
  const staff = await books.staff();
  const client = await books.as(staff);
  const orders: number[] = [];
  const payouts: number[] = [];
  const acts: Record<Step['act'], (id: number, payout: number, step: Step) => Promise<unknown>> = {
    order: async (_id, _payout, { price, freight }) =>
      orders.push((await books.orderOf(seller, { price, quantity: 1n, freight })).id),
    pay: (id) => books.fire(id, 'confirm_payment'),
    deliver: (id) => books.fire(id, 'ship', 'receive'),
    cancel: (id) => books.fire(id, 'cancel'),
    release: (id) => client.call(releaseOrder, { id }, { reason: 'Known buyer' }),
    staff: (id) => client.call(transitionOrder, { id }, { event: 'pay_in_full' }),
    refund: async (id, _payout, { part }) => {
      const { total_cents, freight_cents } = await books.row(id);
      const goods = Math.floor(((total_cents - freight_cents) * part) / 10_000);
      await books.refund(id, { goods, freight: Math.floor((freight_cents * part) / 10_000) });
    },
    batch: async () => {
      const { body } = await client.call(createPayoutBatch, {}, { seller_ids: [seller.seller_id] });
      payouts.push(...(body.payouts ?? []).map(({ id }) => id));
    },
    paid: (_id, payout) => books.pay(staff, payout, PAID),
    void: (_id, payout) => client.call(voidPayout, { id: payout }, { reason: 'Again' }),
  };
  await acts.order(0, 0, { act: 'order', which: 0, price: 13_885, part: 1, freight: 0 });
  for (const one of steps) {
    const [order = 0, payout = 0] = [
      orders[one.which % orders.length],
      payouts[one.which % (payouts.length || 1)],
    ];
    await acts[one.act](order, payout, one).catch(() => undefined);
  }
  return { seller, orders };
}

test('any order of payments, refunds, releases, payouts and cancellations keeps every sum exact', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const { seller, orders } = await play(steps);
      const held = await books.accounts({ seller_id: seller.seller_id });
      expect(Object.values(held).reduce((sum, amount) => sum + amount, 0)).toBe(0);
      const balance = await books.balance(seller);
      expect(balance.pending_cents).toBe(-(held.seller_pending ?? 0) + 0);
      expect(balance.available_cents + balance.in_payout_cents).toBe(-(held.seller_available ?? 0) + 0);
      const paid = await books.db('payouts').where({ seller_id: seller.seller_id, status: 'paid' });
      expect(balance.paid_cents).toBe(paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
      const rows = await books.db('purchase_orders').whereIn('id', orders);
      for (const { fee_cents, total_net_to_seller, total_cents } of rows)
        expect(fee_cents + total_net_to_seller).toBe(total_cents);
      expect(await check(app.services)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
