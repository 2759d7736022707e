import { cents } from '../../server/contract/money';
import { lockOrder } from '../../server/orders/transitions';
import { returnMoney } from '../../server/payments/adjustments';
import { openPayment } from '../../server/payments/contract';
import { type Run, stop, stopAll, until } from '../support/process';
import type { RemoteStripeStub } from '../support/stripe';
import { killHard, outlive, startWorkerOf } from '../support/workers';
import { foreignStripe, type PaymentHarness } from './payment-harness';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let till: PaymentHarness & { foreign: RemoteStripeStub };

beforeAll(async () => {
  till = await foreignStripe();
});
afterAll(async () => {
  await stopAll();
  await till.stop();
});

const aWorker = () =>
  startWorkerOf(till.app, {
    STRIPE_SECRET_KEY: till.foreign.secretKey,
    STRIPE_WEBHOOK_SECRET: till.foreign.webhookSecret,
    STRIPE_API_BASE: till.foreign.origin,
  });

/** A refund of $30.00 that is committed; nothing has asked the provider for it. */
async function committedRefund() {
  const order = await till.factory.anOrder();
  const client = await till.factory.as(order.buyer);
  const { body } = await client.call(openPayment, { id: order.id });
  await till.pay(body.url);
  await till.settled();
  const [line] = await till.factory.db('purchase_order_products').where({ purchase_order_id: order.id });
  await till.factory.transaction(async (tx) =>
    returnMoney(tx, await lockOrder(tx, order.id), {
      kind: 'short_ship',
      lines: [{ purchase_order_product_id: line?.id ?? 0, goods_cents: cents(3_000) }],
      freight_cents: cents(0),
      by: { actor: 'seller', userId: order.seller.id },
    }),
  );
  return order;
}

const refundOf = async (order: { id: number }) => {
  const refund = await till.factory.db('refunds').where({ purchase_order_id: order.id }).first();
  if (!refund) throw new Error('There is no refund');
  return refund;
};

/** Kills the worker while its request for a refund is at the provider, which then makes it or never hears of it. */
function killAtProvider(worker: Run, isMade: boolean): Promise<void> {
  return new Promise((resolve) => {
    till.foreign.before = async ({ method, url }) => {
      if (method !== 'POST' || url !== '/v1/refunds') return undefined;
      await killHard(worker);
      till.foreign.before = () => undefined;
      setTimeout(resolve, 100);
      return isMade ? undefined : ('hang' as never);
    };
  });
}

test.each([
  ['before the provider hears of it', false],
  ['once the provider has made it', true],
])('a worker killed between the commit and its answer, %s: one refund, one mail', async (_when, isMade) => {
  const order = await committedRefund();
  const first = aWorker();
  await killAtProvider(first, isMade);
  expect(await refundOf(order)).toMatchObject({ status: 'pending', provider_id: null });

  await outlive(till.factory);
  const second = aWorker();
  const refund = await until(async () => {
    const found = await refundOf(order);
    return found.status === 'succeeded' && found;
  });
  await stop(second);
  const { data } = await till.app.services.stripe.refunds.list({
    payment_intent: refund.payment_intent_id ?? '',
  });
  expect(data.map(({ id, amount }) => [id, amount])).toEqual([[refund.provider_id, 3_000]]);
  const mails = await till.factory.db('mails').where('subject', `Refund of $30.00 for ${order.po_number}`);
  expect(mails.map(({ recipient }) => recipient)).toEqual([order.buyer.email]);
});
