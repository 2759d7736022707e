import * as addresses from '../../server/addresses/contract';
import { openClaim } from '../../server/claims/contract';
import { checkAtOnce } from '../../server/ledger/check';
import { transitionOrder } from '../../server/orders/staff/contract';
import { bookAdjustment } from '../../server/payments/refunds/contract';
import { shippingJobs } from '../../server/shipping/jobs';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { ADDRESS, act, paidOrder, ship, storedOrder } from './orders-to-ship';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const ROUNDS = 6;

const autoReceive = async (order_id: number) => {
  const job = shippingJobs.find(({ name }) => name === 'auto-receive-order');
  await job?.work(app.services, { order_id });
  return { status: 0 };
};
const eventsOf = async (id: number, event: string) =>
  (await factory.db('order_history').where({ purchase_order_id: id, event })).length;
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

test('the receipt by the buyer and by the clock, and a claim that nothing arrived: one receipt, or the claim stops both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const order = await paidOrder(factory);
    await ship(order.sellerClient, order.id);
    await factory
      .db('purchase_orders')
      .where({ id: order.id })
      .update({ receipt_due_at: new Date(Date.now() - 1_000) });
    const claim = {
      lines: [{ purchase_order_product_id: order.lines[0]?.id, quantity: 2, reason: 'not_received' }],
      description: 'The carrier has not come by.',
      photos: [],
    };
    const acts = [
      () => order.buyerClient.call(openClaim, { id: order.id }, { claim }),
      () => act(order.buyerClient, order.id, 'receive'),
      () => autoReceive(order.id),
    ];
    const turned = acts.map((_act, index) => acts[(index + round) % acts.length] ?? acts[0]);
    const answers = await Promise.all(turned.map((start) => start?.() ?? { status: 0 }));
    const receipts = await eventsOf(order.id, 'receive');
    expect(receipts).toBeLessThanOrEqual(1);
    expect(statuses(answers).every((status) => [0, 200, 201, 409].includes(status))).toBe(true);
    const claims = await factory.db('claims').where({ purchase_order_id: order.id });
    if (receipts === 0) expect(claims).toHaveLength(1);
    // Neither goes on while the claim is open.
    if (receipts === 0) {
      await autoReceive(order.id);
      expect((await act(order.buyerClient, order.id, 'receive')).body).toEqual({
        error: 'Withdraw your claim first.',
        code: 'conflict',
      });
      expect((await storedOrder(factory, order.id)).status).toBe('shipped');
    }
  }
});

test('a change of the ship-to and the shipment at once: the slip has the address that stands', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const order = await paidOrder(factory);
    const { id: address_id } = (
      await order.buyerClient.call(addresses.createAddress, {}, {
        address: { ...ADDRESS, line1: '7 Other Way', phone: '937-224-5678' },
      } as never)
    ).body;
    const change = () =>
      order.buyerClient.request('PUT', `/marketplace/purchase_orders/${order.id}/ship_to`, {
        body: { address_id },
      });
    const [changed] = await Promise.all([change(), ship(order.sellerClient, order.id)]);
    expect([200, 409]).toContain(changed.status);
    const { ship_to } = await storedOrder(factory, order.id);
    expect(ship_to?.line1).toBe(changed.status === 200 ? '7 Other Way' : ADDRESS.line1);
    const slip = await factory
      .db('documents')
      .where({ purchase_order_id: order.id, kind: 'packing_slip' })
      .first();
    expect(slip?.content).toMatchObject({ ship_to: { line1: ship_to?.line1 } });
  }
});

test("the seller's rest, staff's event and the end of what remains at once: the order ships once, every unit counts once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const order = await paidOrder(factory);
    const staff = await factory.as(await factory.staff());
    const lines = [{ purchase_order_product_id: order.lines[0]?.id, quantity: 4 }];
    expect((await ship(order.sellerClient, order.id, { lines })).status).toBe(201);
    const answers = await Promise.all([
      act(order.sellerClient, order.id, 'cancel_remaining', { reason: 'Out of stock' }),
      ship(order.sellerClient, order.id),
      staff.call(transitionOrder, { id: order.id }, { event: 'ship' }),
    ]);
    expect(statuses(answers).filter((status) => status < 300)).toHaveLength(1);
    expect(await eventsOf(order.id, 'ship')).toBe(1);
    const { status, shipped_units, canceled_units } = await storedOrder(factory, order.id);
    expect([status, shipped_units + canceled_units]).toEqual(['shipped', 10n]);
    const sent = await factory
      .db('shipment_lines')
      .join('shipments', 'shipments.id', 'shipment_id')
      .where({ purchase_order_id: order.id })
      .sum<{ sum: string }[]>('quantity as sum');
    expect(BigInt(sent[0]?.sum ?? 0)).toBe(shipped_units);
  }
});

test('a refund that staff book and the cancellation at once: no more goes back than was paid', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const order = await paidOrder(factory);
    const staff = await factory.as(await factory.staff());
    const booking = {
      goods_cents: 3_000,
      provider_id: `re_${order.id}`,
      reason: 'Refunded in the dashboard',
    };
    const answers = await Promise.all([
      staff.call(bookAdjustment, { id: order.id }, booking),
      act(order.sellerClient, order.id, 'cancel', { reason: 'Flooded' }),
    ]);
    expect(statuses(answers).every((status) => status < 300 || status === 409)).toBe(true);
    const back = await factory.db('adjustments').where({ purchase_order_id: order.id });
    const refunds = await factory
      .db('refunds')
      .where({ purchase_order_id: order.id })
      .whereNull('adjustment_id');
    const sum = [...refunds.map(({ amount_cents }) => amount_cents), ...back.map((row) => row.goods_cents)];
    expect(sum.reduce((total, amount) => total + amount, 0)).toBeLessThanOrEqual(order.total_cents);
  }
  await expect(checkAtOnce(app.services)).resolves.toBe(
    'The ledger agrees with orders, refunds and payouts.',
  );
});
