import type { PurchaseOrderRow } from '../../db/tables';
import type { Buyer } from '../../server/accounts/policy';
import { endOfBankDays } from '../../server/contract/time/business-days';
import { jobs } from '../../server/job-registry';
import { type PurchaseOrderDocument, showPurchaseOrder } from '../../server/orders/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import { openPayment, settlePayment, verifyPayment } from '../../server/payments/contract';
import { cancelUnpaidOrders } from '../../server/payments/payment-deadline';
import { reconcile, reconcilePayments } from '../../server/payments/reconcile';
import { cancelOrder } from '../../server/shipping/contract';
import { runDueJobs } from '../support/jobs';
import { type PaymentHarness, tills } from './payment-harness';

describe.each(tills)('paying with %s', (_name, open) => {
  let till: PaymentHarness;

  beforeAll(async () => {
    till = await open();
  });
  afterAll(() => till?.stop());

  const db = () => till.app.services.db;

  async function anOrder() {
    const { id, buyer, seller, product, total_cents } = await till.factory.anOrder();
    // Ignores the mails of the negotiation.
    await till.settled();
    await db()('mails').delete();
    return { id, buyer, seller, product, total_cents };
  }

  const orderRow = async (id: number) =>
    (await db()('purchase_orders').where({ id }).first()) as PurchaseOrderRow;
  const statusOf = async (id: number) => (await orderRow(id)).status;
  const eventsOf = (id: number) =>
    db()('order_history').where({ purchase_order_id: id }).orderBy('id').pluck('event');
  const attemptsOf = (id: number) =>
    db()('payment_attempts').where({ purchase_order_id: id }).orderBy('attempt');

  const checkOut = async ({ id, buyer }: { id: number; buyer: Buyer }) =>
    (await till.factory.as(buyer)).call(openPayment, { id });
  const addressOf = async (order: { id: number; buyer: Buyer }) => {
    const { status, body } = await checkOut(order);
    expect(status).toBe(200);
    return body.url;
  };
  const comeBack = async ({ id, buyer }: { id: number; buyer: Buyer }) =>
    (await till.factory.as(buyer)).call(settlePayment, { id });
  const verify = async ({ id, buyer }: { id: number; buyer: Buyer }) =>
    (await till.factory.as(buyer)).call(verifyPayment, { id });
  const staffDo = async (id: number, event: string, facts: object = {}) =>
    (await till.factory.as(await till.factory.staff())).call(transitionOrder, { id }, { event, ...facts });

  test('a paid order is ready for shipping: one transition, one mail to each side', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
    expect(await eventsOf(order.id)).toEqual(['create', 'confirm_payment']);
    const mails = await db()('mails').pluck('recipient');
    expect(mails.sort()).toEqual([order.buyer.email, order.seller.email].sort());
    expect(await orderRow(order.id)).toMatchObject({ confirmed_by_staff: false, payment_flag: null });
  });

  test('the provider is charged exactly the total, once, under the number of the order', async () => {
    const order = await anOrder();
    await addressOf(order);
    const [attempt] = await attemptsOf(order.id);
    const session = await till.app.services.stripe.checkout.sessions.retrieve(attempt?.session_id ?? '');
    const back = (success: boolean) =>
      `${till.app.origin}/my_orders?stripe_success=${success}&purchase_order_id=${order.id}`;
    expect(session).toMatchObject({
      amount_total: order.total_cents,
      currency: 'usd',
      client_reference_id: String(order.id),
      metadata: { purchase_order_id: String(order.id) },
      success_url: back(true),
      cancel_url: back(false),
    });
  });

  test('coming back with stripe_success=true alone marks nothing paid', async () => {
    const order = await anOrder();
    await addressOf(order);
    const answer = await comeBack(order);
    expect(answer.status).toBe(200);
    expect(answer.body.data[0]?.attributes.status).toBe('awaiting_initial_payment');
    await (await till.factory.as(order.buyer)).request('GET', '/my_orders', {
      query: { stripe_success: 'true', purchase_order_id: order.id },
      headers: { Accept: 'text/html' },
    });
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
  });

  test('coming back queries the provider, without waiting for its webhook', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    const answer = await comeBack(order);
    expect(answer.body.data[0]?.attributes.status).toBe('awaiting_shipment');
    await till.settled();
    expect(await eventsOf(order.id)).toEqual(['create', 'confirm_payment']);
  });

  test('an open checkout is reused, also by ten clicks at once', async () => {
    const order = await anOrder();
    const urls = await Promise.all(Array.from({ length: 10 }, () => addressOf(order)));
    expect(new Set(urls).size).toBe(1);
    expect(await addressOf(order)).toBe(urls[0]);
    expect(await attemptsOf(order.id)).toHaveLength(1);
  });

  test('a declined card leaves the order to be paid at the same checkout', async () => {
    const order = await anOrder();
    const url = await addressOf(order);
    await till.decline(url);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
    expect(await addressOf(order)).toBe(url);
    await till.pay(url);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
  });

  test('leaving the checkout keeps the order as it is', async () => {
    const order = await anOrder();
    const url = await addressOf(order);
    await till.cancel(url);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
    expect(await addressOf(order)).toBe(url);
  });

  test('a bank payment waits for its deposits, then is paid', async () => {
    const order = await anOrder();
    await till.payByBank(await addressOf(order));
    await till.settled();
    expect(await statusOf(order.id)).toBe('requires_payment_action');
    expect((await checkOut(order)).status).toBe(409);
    const { status, body } = await verify(order);
    expect(status).toBe(200);
    await till.confirmDeposits(body.url);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
    expect((await verify(order)).status).toBe(409);
  });

  test('after a refused bank payment the order can be paid by another checkout', async () => {
    const order = await anOrder();
    const first = await addressOf(order);
    await till.payByBank(first);
    await till.settled();
    await till.refuseDeposits((await verify(order)).body.url);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_initial_payment');
    const second = await addressOf(order);
    expect(second).not.toBe(first);
    await till.pay(second);
    await till.settled();
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
  });

  test('verification without anything to verify is 409', async () => {
    const order = await anOrder();
    expect((await verify(order)).status).toBe(409);
  });

  test('a paid order cannot be checked out again', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    // No webhook has arrived: the server asks Stripe.
    expect((await checkOut(order)).status).toBe(409);
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
    expect((await checkOut(order)).status).toBe(409);
  });

  test('an older version gets 409 and opens no checkout', async () => {
    const order = await anOrder();
    await db()('purchase_orders').where({ id: order.id }).increment('version', 1);
    const client = await till.factory.as(order.buyer);
    expect((await client.call(openPayment, { id: order.id }, { version: 1 })).status).toBe(409);
    expect(await attemptsOf(order.id)).toHaveLength(0);
  });

  test('only the buyer of an order can pay it', async () => {
    const order = await anOrder();
    const calls = [
      ['POST', `/purchase_orders/${order.id}/payment`],
      ['GET', `/purchase_orders/${order.id}/verify_payment`],
      ['PUT', `/marketplace/purchase_orders/${order.id}`],
    ] as const;
    const strangers = [
      [await till.factory.aBuyer(), 404],
      [order.seller, 403],
      [await till.factory.staff(), 403],
      [null, 401],
    ] as const;
    for (const [who, refusal] of strangers) {
      const client = await till.factory.as(who);
      for (const [method, path] of calls)
        expect([method, (await client.request(method, path)).status]).toEqual([method, refusal]);
    }
  });

  test('one reconciliation replaces all lost webhooks', async () => {
    const [paid, waiting, open] = [await anOrder(), await anOrder(), await anOrder()];
    if (till.foreign) till.foreign.losesWebhooks = true;
    await till.pay(await addressOf(paid));
    await till.payByBank(await addressOf(waiting));
    await addressOf(open);
    expect(await reconcile(till.app.services)).toMatchObject({ failed: 0 });
    // Changed less than an hour ago: not reconciled yet.
    expect(await statusOf(paid.id)).toBe('awaiting_initial_payment');
    expect(await reconcile(till.app.services, 0)).toMatchObject({ failed: 0 });
    expect(await statusOf(paid.id)).toBe('awaiting_shipment');
    expect(await statusOf(waiting.id)).toBe('requires_payment_action');
    expect(await statusOf(open.id)).toBe('awaiting_initial_payment');
    if (till.foreign) till.foreign.losesWebhooks = false;
  });

  test('the scheduled reconciliation covers orders without changes for an hour', async () => {
    const order = await anOrder();
    if (till.foreign) till.foreign.losesWebhooks = true;
    await till.pay(await addressOf(order));
    await db()('payment_attempts')
      .where({ purchase_order_id: order.id })
      .update({ updated_at: db().raw("now() - interval '61 minutes'") });
    await reconcilePayments.work(till.app.services, {});
    expect(await statusOf(order.id)).toBe('awaiting_shipment');
    if (till.foreign) till.foreign.losesWebhooks = false;
  });

  test('cancellation after payment refunds it and returns the units once', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    await till.settled();
    expect((await staffDo(order.id, 'cancel', { reason: 'Damaged in the warehouse' })).status).toBe(200);
    await till.settled();
    const refunds = await db()('refunds').where({ purchase_order_id: order.id });
    expect(refunds).toEqual([
      expect.objectContaining({ status: 'succeeded', amount_cents: order.total_cents }),
    ]);
    const made = await till.app.services.stripe.refunds.retrieve(refunds[0]?.provider_id ?? '');
    expect(made).toMatchObject({ amount: order.total_cents, payment_intent: refunds[0]?.payment_intent_id });
    expect(await orderRow(order.id)).toMatchObject({ status: 'canceled', payment_flag: null });
    const product = await db()('products').where({ id: order.product.id }).first('units');
    expect(product?.units).toBe(100n);
    const shown = await (await till.factory.as(order.buyer)).call(settlePayment, { id: order.id });
    expect(shown.body.data[0]?.attributes.refund_status).toBe('succeeded');
  });

  test('cancellation before payment closes the checkout', async () => {
    const order = await anOrder();
    const url = await addressOf(order);
    await staffDo(order.id, 'cancel');
    await till.settled();
    const [attempt] = await attemptsOf(order.id);
    expect(attempt?.status).toBe('expired');
    await till.pay(url);
    const session = await till.app.services.stripe.checkout.sessions.retrieve(attempt?.session_id ?? '');
    expect(session).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  });

  const cancel = async ({ id, buyer }: { id: number; buyer: Buyer }) =>
    (await till.factory.as(buyer)).call(cancelOrder, { id }, {});
  const unitsOf = async ({ product }: { product: { id: number } }) =>
    (await db()('products').where({ id: product.id }).first('units'))?.units;

  test('a buyer cancels an unpaid order: its checkout is closed first, and its units go back', async () => {
    const order = await anOrder();
    const url = await addressOf(order);
    const answer = await cancel(order);
    expect([answer.status, answer.body.data.attributes.status]).toEqual([200, 'canceled']);
    const [attempt] = await attemptsOf(order.id);
    const session = await till.app.services.stripe.checkout.sessions.retrieve(attempt?.session_id ?? '');
    expect(session.status).toBe('expired');
    expect(await unitsOf(order)).toBe(100n);
    await till.pay(url);
    await till.settled();
    expect(await db()('refunds').where({ purchase_order_id: order.id })).toEqual([]);
    expect((await cancel(order)).status).toBe(409);
  });

  test('a payment that has begun keeps its buyer from canceling', async () => {
    const [byBank, byCard, held] = [await anOrder(), await anOrder(), await anOrder()];
    if (till.foreign) till.foreign.losesWebhooks = true;
    await till.payByBank(await addressOf(byBank));
    await till.pay(await addressOf(byCard));
    await db()('purchase_orders').where({ id: held.id }).update({ payment_flag: 'wrong_amount' });
    for (const [order, status] of [
      [byBank, 'requires_payment_action'],
      [byCard, 'awaiting_shipment'],
      [held, 'awaiting_initial_payment'],
    ] as const) {
      expect((await cancel(order)).status).toBe(409);
      expect(await statusOf(order.id)).toBe(status);
      const shown = await (await till.factory.as(order.buyer)).call(showPurchaseOrder, { id: order.id });
      expect(shown.body.data.attributes.can.cancel).toBe(false);
      expect(await unitsOf(order)).toBe(90n);
    }
    if (till.foreign) till.foreign.losesWebhooks = false;
  });

  test('a cancellation and a payment at once have one outcome', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await anOrder();
      const url = await addressOf(order);
      const [{ status }] = await Promise.all([cancel(order), till.pay(url).catch(() => null)]);
      await till.settled();
      const isCanceled = (await statusOf(order.id)) === 'canceled';
      expect([status, await statusOf(order.id)]).toEqual(
        isCanceled ? [200, 'canceled'] : [409, 'awaiting_shipment'],
      );
      expect(await unitsOf(order)).toBe(isCanceled ? 100n : 90n);
      const [attempt] = await attemptsOf(order.id);
      const { payment_status } = await till.app.services.stripe.checkout.sessions.retrieve(
        attempt?.session_id ?? '',
      );
      const refunds = await db()('refunds').where({ purchase_order_id: order.id, status: 'succeeded' });
      expect(refunds).toHaveLength(isCanceled && payment_status === 'paid' ? 1 : 0);
    }
  });

  test('a payment during the cancellation is refunded and flagged for staff', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    await staffDo(order.id, 'cancel');
    await till.settled();
    expect(await orderRow(order.id)).toMatchObject({
      status: 'canceled',
      payment_flag: 'paid_when_canceled',
    });
    expect(await db()('refunds').where({ purchase_order_id: order.id })).toEqual([
      expect.objectContaining({ status: 'succeeded' }),
    ]);
  });

  test('staff’s own confirmation closes the checkout first', async () => {
    const order = await anOrder();
    const url = await addressOf(order);
    expect((await staffDo(order.id, 'confirm_payment', { reason: 'Paid by wire' })).status).toBe(200);
    expect(await orderRow(order.id)).toMatchObject({
      status: 'awaiting_shipment',
      confirmed_by_staff: true,
      reason: 'Paid by wire',
    });
    await till.pay(url);
    const [attempt] = await attemptsOf(order.id);
    const session = await till.app.services.stripe.checkout.sessions.retrieve(attempt?.session_id ?? '');
    expect(session.payment_status).toBe('unpaid');
  });

  test('staff who confirm what was paid meanwhile find it confirmed by the provider', async () => {
    const order = await anOrder();
    await till.pay(await addressOf(order));
    expect((await staffDo(order.id, 'confirm_payment')).status).toBe(409);
    expect(await orderRow(order.id)).toMatchObject({
      status: 'awaiting_shipment',
      confirmed_by_staff: false,
    });
  });

  test('an order whose deposits were sent is due at the end of the third bank day, in every answer', async () => {
    const [heard, unheard] = [await anOrder(), await anOrder()];
    await till.payByBank(await addressOf(heard));
    await till.settled();
    if (till.foreign) till.foreign.losesWebhooks = true;
    await till.payByBank(await addressOf(unheard));
    const { services } = till.app;
    const cancelOverdue = async () => {
      await cancelUnpaidOrders.work(services, {});
      await runDueJobs(services, jobs);
    };
    const two = db()('purchase_orders').whereIn('id', [heard.id, unheard.id]);
    await two.clone().update({ created_at: db().raw("now() - interval '49 hours'") });
    await cancelOverdue();
    const due = endOfBankDays(new Date(), 3);
    for (const order of [heard, unheard]) {
      expect(await orderRow(order.id)).toMatchObject({
        status: 'requires_payment_action',
        deposits_due_at: due,
      });
      const asBuyer = await till.factory.as(order.buyer);
      const { body } = await asBuyer.request('GET', `/marketplace/purchase_orders/${order.id}`);
      expect((body as PurchaseOrderDocument).data.attributes.pay_by).toBe(due.toISOString());
    }
    await two.clone().update({ deposits_due_at: db().raw("now() - interval '1 minute'") });
    await cancelOverdue();
    for (const { id } of [heard, unheard])
      expect(await orderRow(id)).toMatchObject({
        status: 'canceled',
        reason: 'The deposits were not verified in time',
      });
    if (till.foreign) till.foreign.losesWebhooks = false;
  });

  test('a bank payment that is refused leaves the deadline of its deposits', async () => {
    const order = await anOrder();
    await till.payByBank(await addressOf(order));
    await till.settled();
    const { deposits_due_at } = await orderRow(order.id);
    await till.refuseDeposits((await verify(order)).body.url);
    await till.settled();
    expect(await orderRow(order.id)).toMatchObject({ status: 'awaiting_initial_payment', deposits_due_at });
  });

  test('an order unpaid for 48 hours is canceled after a last look at Stripe', async () => {
    const [unpaid, paid, young] = [await anOrder(), await anOrder(), await anOrder()];
    if (till.foreign) till.foreign.losesWebhooks = true;
    const unpaidUrl = await addressOf(unpaid);
    await till.pay(await addressOf(paid));
    await db()('purchase_orders')
      .whereIn('id', [unpaid.id, paid.id])
      .update({ created_at: db().raw("now() - interval '48 hours 1 minute'") });
    const { services } = till.app;
    await cancelUnpaidOrders.work(services, {});
    await runDueJobs(services, jobs);
    expect(await orderRow(unpaid.id)).toMatchObject({
      status: 'canceled',
      reason: 'Not paid within 48 hours',
    });
    expect(await statusOf(paid.id)).toBe('awaiting_shipment');
    expect(await statusOf(young.id)).toBe('awaiting_initial_payment');
    await till.pay(unpaidUrl);
    await till.settled();
    expect(await db()('refunds').where({ purchase_order_id: unpaid.id })).toEqual([]);
    if (till.foreign) till.foreign.losesWebhooks = false;
  });
});
