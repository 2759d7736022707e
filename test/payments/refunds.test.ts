import fc from 'fast-check';
import type { RefundRow } from '../../db/tables';
import { fee, feeGivenBack } from '../../server/contract/fee';
import { type Cents, cents } from '../../server/contract/money';
import { jobs } from '../../server/job-registry';
import { showPurchaseOrder } from '../../server/orders/contract';
import { transitionOrder } from '../../server/orders/staff/contract';
import { type MoneyBack, returnMoney } from '../../server/payments/adjustments';
import { openPayment } from '../../server/payments/contract';
import {
  bookAdjustment,
  listRefundsToSettle,
  retryRefund,
  settleRefund,
} from '../../server/payments/refunds/contract';
import { refundPayment } from '../../server/payments/refunds/refund';
import { runDueJobs } from '../support/jobs';
import type { RemoteStripeStub } from '../support/stripe';
import { foreignStripe, type PaymentHarness, tills } from './payment-harness';

const dollarsOf = (amount: number) => cents(amount * 100);

function harness(open: () => Promise<PaymentHarness>) {
  const held = {} as { till: PaymentHarness };
  beforeAll(async () => {
    held.till = await open();
  });
  afterAll(() => held.till?.stop());

  const db = () => held.till.app.services.db;
  const orderRow = async (id: number) => {
    const row = await db()('purchase_orders').where({ id }).first();
    if (!row) throw new Error(`There is no order ${id}`);
    return row;
  };

  /** 10 units at $8.00 each, paid at the provider. */
  async function paidOrder() {
    const order = await held.till.factory.anOrder();
    const client = await held.till.factory.as(order.buyer);
    const { body } = await client.call(openPayment, { id: order.id });
    await held.till.pay(body.url);
    await held.till.settled();
    const [line] = await db()('purchase_order_products').where({ purchase_order_id: order.id });
    if (!line) throw new Error('The order has no line');
    return { ...order, line };
  }
  type Paid = Awaited<ReturnType<typeof paidOrder>>;

  const returnOf = (order: Paid, goods: number, more: Partial<MoneyBack> = {}) =>
    held.till.app.services.transaction(async (tx) => {
      const locked = await tx('purchase_orders').where({ id: order.id }).forUpdate().first();
      if (!locked) throw new Error('no order');
      return returnMoney(tx, locked, {
        kind: 'short_ship',
        lines: [{ purchase_order_product_id: order.line.id, goods_cents: dollarsOf(goods) }],
        freight_cents: cents(0),
        by: { actor: 'seller', userId: order.seller.id },
        ...more,
      });
    });

  const refundsOf = (order: { id: number }): Promise<RefundRow[]> =>
    db()('refunds').where({ purchase_order_id: order.id }).orderBy('id');
  const atProvider = async (refund: RefundRow | undefined) => {
    const list = await held.till.app.services.stripe.refunds.list({
      payment_intent: refund?.payment_intent_id ?? '',
    });
    return list.data;
  };
  const staff = async () => held.till.factory.as(await held.till.factory.staff());
  const worker = () => runDueJobs(held.till.app.services, jobs, new Date(Date.now() + 86_400_000));
  return { held, db, orderRow, paidOrder, returnOf, refundsOf, atProvider, staff, worker };
}

describe.each(tills)('money back through %s', (_name, open) => {
  const { held, db, orderRow, paidOrder, returnOf, refundsOf, atProvider, staff } = harness(open);

  test('canceling after a refund that staff booked refunds the rest, and the row says how much it was', async () => {
    const order = await paidOrder();
    const { stripe } = held.till.app.services;
    const [attempt] = await db()('payment_attempts').where({ purchase_order_id: order.id });
    const payment_intent = attempt?.payment_intent_id ?? '';
    const made = await stripe.refunds.create({ payment_intent, amount: 3_000 });
    const client = await staff();
    const booked = { goods_cents: 3_000, provider_id: made.id, reason: 'Refunded in Stripe' };
    expect((await client.call(bookAdjustment, { id: order.id }, booked)).status).toBe(201);
    await client.call(transitionOrder, { id: order.id }, { event: 'cancel' });
    await held.till.settled();
    const refunds = await refundsOf(order);
    expect(refunds.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([['succeeded', 5_000]]);
    const amounts = (await atProvider(refunds[0])).map(({ amount }) => amount);
    expect(amounts.sort()).toEqual([3_000, 5_000]);
  });

  test('canceling after the whole payment was booked as refunded asks for nothing more', async () => {
    const order = await paidOrder();
    const client = await staff();
    const booked = { goods_cents: 8_000, provider_id: `re_all_${order.id}`, reason: 'Refunded in Stripe' };
    expect((await client.call(bookAdjustment, { id: order.id }, booked)).status).toBe(201);
    await client.call(transitionOrder, { id: order.id }, { event: 'cancel' });
    await held.till.settled();
    expect(await refundsOf(order)).toEqual([]);
    expect((await orderRow(order.id)).payment_flag).toBeNull();
  });

  test('a part is refunded, two equal parts are two refunds, and each is mailed to the buyer once', async () => {
    const order = await paidOrder();
    const agreed = await orderRow(order.id);
    await returnOf(order, 30);
    await held.till.settled();
    await returnOf(order, 30);
    await held.till.settled();
    const refunds = await refundsOf(order);
    expect(refunds.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([
      ['succeeded', 3_000],
      ['succeeded', 3_000],
    ]);
    expect((await atProvider(refunds[0])).map(({ amount }) => amount)).toEqual([3_000, 3_000]);
    const mails = await db()('mails').where('subject', `Refund of $30.00 for ${order.po_number}`);
    expect(mails.map(({ recipient }) => recipient)).toEqual([order.buyer.email, order.buyer.email]);
    const { total_cents, fee_cents, total_net_to_seller, status, payment_flag } = agreed;
    expect(await orderRow(order.id)).toMatchObject({
      ...{ total_cents, fee_cents, total_net_to_seller, status, payment_flag },
    });
    const activity = await db()('order_activity').where({ purchase_order_id: order.id }).orderBy('id');
    expect(activity.map(({ event, actor, detail }) => [event, actor, detail])).toEqual([
      ['money_returned', 'seller', expect.objectContaining({ number: 1, goods_cents: 3_000 })],
      ['money_returned', 'seller', expect.objectContaining({ number: 2, goods_cents: 3_000 })],
    ]);
  });

  test('its mail names product, units and the reason written for the buyer, never that of staff', async () => {
    const order = await paidOrder();
    const textOf = async (amount: string) => {
      await held.till.settled();
      const mail = await db()('mails').where('subject', `Refund of ${amount} for ${order.po_number}`).first();
      return mail?.text ?? '';
    };
    const part = { purchase_order_product_id: order.line.id, goods_cents: dollarsOf(16), quantity: 2n };
    await returnOf(order, 0, { lines: [part], reason: 'Water damage' });
    const ofPart = await textOf('$16.00');
    for (const words of [order.line.name, '2 of 10 canceled', '$16.00', 'Water damage'])
      expect(ofPart).toContain(words);
    await returnOf(order, 7, { kind: 'claim', reason: 'Serial disputer' });
    expect(await textOf('$7.00')).toContain(order.line.name);
    expect(await textOf('$7.00')).not.toContain('Serial disputer');
  });

  test('ten workers with the same refund make it once', async () => {
    const order = await paidOrder();
    await returnOf(order, 12);
    const [refund] = await refundsOf(order);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        refundPayment.work(held.till.app.services, { refund_id: refund?.id ?? 0 }),
      ),
    );
    expect((await atProvider(refund)).map(({ amount }) => amount)).toEqual([1_200]);
    await held.till.settled();
    expect(await db()('mails').where('subject', `Refund of $12.00 for ${order.po_number}`)).toHaveLength(1);
  });
});

describe('money back with a provider that fails', () => {
  const { held, db, orderRow, paidOrder, returnOf, refundsOf, atProvider, staff, worker } =
    harness(foreignStripe);
  const foreign = () => held.till.foreign as RemoteStripeStub;
  afterEach(() => {
    foreign().before = () => undefined;
  });

  const refusing = () => {
    foreign().before = ({ method, url }) =>
      method === 'POST' && url === '/v1/refunds' ? { status: 400 } : undefined;
  };
  const flagOf = async (order: { id: number }) => (await orderRow(order.id)).payment_flag;

  test('never more than what is left of a line, the goods or the freight', async () => {
    const order = await paidOrder();
    await returnOf(order, 50);
    await expect(returnOf(order, 31)).rejects.toThrow(`At most $30.00 for ${order.line.name}`);
    await expect(returnOf(order, 1, { freight_cents: cents(1) })).rejects.toThrow('At most $0.00 of freight');
    await expect(returnOf(order, 0)).rejects.toThrow('Enter an amount to refund');
    await returnOf(order, 30);
    await expect(returnOf(order, 1)).rejects.toThrow(`At most $0.00 for ${order.line.name}`);
    const back = await db()('adjustments').where({ purchase_order_id: order.id });
    const fees = back.reduce((sum, { fee_cents }) => sum + fee_cents, 0);
    expect(fees).toBe((await orderRow(order.id)).fee_cents);
    await worker();
    expect((await atProvider((await refundsOf(order))[0])).map(({ amount }) => amount)).toEqual([
      3_000, 5_000,
    ]);
  });

  test('ten refunds at once stay within the total', async () => {
    const order = await paidOrder();
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => returnOf(order, 20)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    expect((await refundsOf(order)).map(({ amount_cents }) => amount_cents)).toEqual([
      2_000, 2_000, 2_000, 2_000,
    ]);
    const numbers = await db()('adjustments').where({ purchase_order_id: order.id }).orderBy('id');
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test('a refund whose answer was lost is adopted, also when the provider has forgotten its key', async () => {
    const order = await paidOrder();
    await returnOf(order, 30);
    const [refund] = await refundsOf(order);
    const { stripe } = held.till.app.services;
    // The worker is killed after this call and before it writes the result.
    const made = await stripe.refunds.create(
      {
        payment_intent: refund?.payment_intent_id ?? '',
        amount: 3_000,
        reason: 'requested_by_customer',
        metadata: { purchase_order_id: String(order.id), adjustment_id: String(refund?.adjustment_id) },
      },
      { idempotencyKey: refund?.idempotency_key ?? '' },
    );
    foreign().forgetKeys();
    await worker();
    expect((await refundsOf(order))[0]).toMatchObject({ status: 'succeeded', provider_id: made.id });
    expect(await atProvider(refund)).toHaveLength(1);
  });

  test('with the provider away the refund stays pending, and leaves once when it is back', async () => {
    const order = await paidOrder();
    foreign().before = ({ url }) => (url.startsWith('/v1/refunds') ? { status: 503 } : undefined);
    await returnOf(order, 30);
    await expect(worker()).rejects.toThrow();
    expect((await refundsOf(order))[0]?.status).toBe('pending');
    foreign().before = () => undefined;
    await worker();
    const [refund] = await refundsOf(order);
    expect(refund?.status).toBe('succeeded');
    expect(await atProvider(refund)).toHaveLength(1);
  });

  test('a refused refund is flagged, retried by staff under another key, and the flag goes', async () => {
    const order = await paidOrder();
    refusing();
    await returnOf(order, 30);
    await worker();
    const [refused] = await refundsOf(order);
    expect(refused).toMatchObject({ status: 'failed', failure: 'Something went wrong' });
    expect(await flagOf(order)).toBe('refund_failed');
    const { body } = await (await staff()).call(listRefundsToSettle, {});
    expect(body.refunds.map(({ id }) => id)).toContain(refused?.id);
    const id = refused?.id ?? 0;
    expect((await (await staff()).call(retryRefund, { id })).body.refund.status).toBe('pending');
    expect((await (await staff()).call(retryRefund, { id })).status).toBe(409);
    await worker();
    expect((await (await staff()).call(retryRefund, { id })).status).toBe(200);
    foreign().before = () => undefined;
    await worker();
    expect(await refundsOf(order)).toEqual([
      expect.objectContaining({
        status: 'succeeded',
        idempotency_key: `refund-adjustment-${refused?.adjustment_id}-3`,
      }),
    ]);
    expect(await flagOf(order)).toBeNull();
  });

  test('a payment that was refunded elsewhere fails the refund; staff settle it by hand', async () => {
    const order = await paidOrder();
    const { stripe } = held.till.app.services;
    const [attempt] = await db()('payment_attempts').where({ purchase_order_id: order.id });
    await stripe.refunds.create({ payment_intent: attempt?.payment_intent_id ?? '' });
    await returnOf(order, 30);
    await worker();
    const [refund] = await refundsOf(order);
    expect(refund).toMatchObject({ status: 'failed', failure: 'Already refunded' });
    const id = refund?.id ?? 0;
    expect((await (await staff()).call(settleRefund, { id }, {})).status).toBe(422);
    const settled = await (await staff()).call(settleRefund, { id }, { reference: 'Wire 7781' });
    expect(settled.body.refund).toMatchObject({ status: 'succeeded', reference: 'Wire 7781' });
    expect((await (await staff()).call(settleRefund, { id }, { reference: 'Again' })).status).toBe(409);
    expect(await flagOf(order)).toBeNull();
  });

  test('what staff confirmed without the provider is refunded by hand', async () => {
    const order = await held.till.factory.anOrder();
    await (await staff()).call(transitionOrder, { id: order.id }, { event: 'confirm_payment' });
    const [line] = await db()('purchase_order_products').where({ purchase_order_id: order.id });
    if (!line) throw new Error('The order has no line');
    await returnOf({ ...order, line }, 30);
    await worker();
    expect((await refundsOf(order))[0]).toMatchObject({ status: 'manual', payment_intent_id: null });
  });

  test('a canceled order that staff confirmed without the provider waits to be refunded by hand, once', async () => {
    const order = await held.till.factory.anOrder();
    const client = await staff();
    await client.call(transitionOrder, { id: order.id }, { event: 'confirm_payment' });
    await client.call(transitionOrder, { id: order.id }, { event: 'cancel', reason: 'Warehouse flooded' });
    await worker();
    await worker();
    const [refund, ...more] = await refundsOf(order);
    expect(more).toEqual([]);
    expect(refund).toMatchObject({ status: 'manual', amount_cents: 8_000, adjustment_id: null });
    const listed = await client.call(listRefundsToSettle, {});
    expect(listed.body.refunds.map(({ id }) => id)).toContain(refund?.id);
    const statusToBuyer = async () =>
      (await (await held.till.factory.as(order.buyer)).call(showPurchaseOrder, { id: order.id })).body.data
        .attributes.refund_status;
    expect(await statusToBuyer()).toBe('pending');
    await client.call(settleRefund, { id: refund?.id ?? 0 }, { reference: 'Wire 7782' });
    expect(await statusToBuyer()).toBe('succeeded');
    const mails = await db()('mails').where('subject', `Refund of $80.00 for ${order.po_number}`);
    expect(mails.map(({ recipient }) => recipient)).toEqual([order.buyer.email]);
    for (const words of ['10 of 10 canceled', 'Warehouse flooded']) expect(mails[0]?.text).toContain(words);
  });

  test('a canceled order that staff confirmed while its payment was on the way is refunded where it arrives', async () => {
    const order = await paidOrder();
    await db()('purchase_orders').where({ id: order.id }).update({ confirmed_by_staff: true });
    await (await staff()).call(transitionOrder, { id: order.id }, { event: 'cancel' });
    await worker();
    expect(await refundsOf(order)).toEqual([
      expect.objectContaining({ status: 'succeeded', amount_cents: 8_000 }),
    ]);
  });

  test('a disputed payment is not refunded, and booked by staff once it is lost', async () => {
    const order = await paidOrder();
    await db()('purchase_orders').where({ id: order.id }).update({ payment_flag: 'disputed' });
    await expect(returnOf(order, 30)).rejects.toThrow(
      'The card network holds this payment. Resolve the dispute first.',
    );
    const client = await staff();
    const book = (body: object) => client.call(bookAdjustment, { id: order.id }, body);
    const lost = { goods_cents: 8_000, provider_id: `dp_${order.id}`, reason: 'Lost dispute' };
    expect((await book({ ...lost, reason: '' })).status).toBe(422);
    expect((await book({ ...lost, goods_cents: 8_001 })).body).toMatchObject({
      errors: ['At most $80.00 of goods'],
    });
    const booked = await book(lost);
    expect(booked.status).toBe(201);
    expect(booked.body.adjustment).toMatchObject({ kind: 'provider', goods_cents: 8_000, number: 1 });
    expect(await refundsOf(order)).toEqual([]);
    expect(await flagOf(order)).toBeNull();
    const second = await paidOrder();
    const again = await client.call(bookAdjustment, { id: second.id }, lost);
    expect([again.status, again.body]).toEqual([
      409,
      { error: `dp_${order.id} is already recorded.`, code: 'conflict' },
    ]);
  });

  test('an unpaid and a canceled order give nothing back', async () => {
    const order = await held.till.factory.anOrder();
    const line = { id: 1, name: 'x' } as never;
    await expect(returnOf({ ...order, line }, 1)).rejects.toThrow('Wait until the order is paid.');
    const client = await staff();
    await client.call(transitionOrder, { id: order.id }, { event: 'cancel' });
    await expect(returnOf({ ...order, line }, 1)).rejects.toThrow('This order was canceled.');
  });
});

test('refunds in any order give the whole fee back, never more than they are', () => {
  const goods = fc.integer({ min: 1, max: 99_999_999 });
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  fc.assert(
    fc.property(goods, fc.integer({ min: 0, max: 10_000 }), shares, (total, bps, parts) => {
      let goodsLeft: Cents = cents(total);
      let feeLeft = fee(goodsLeft, bps);
      for (const part of [...parts, 1]) {
        const refund = cents(part === 1 ? goodsLeft : Math.floor(goodsLeft * part));
        const back = feeGivenBack(refund, { goodsLeft, feeLeft, bps });
        expect(back).toBeLessThanOrEqual(refund);
        goodsLeft = cents(goodsLeft - refund);
        feeLeft = cents(feeLeft - back);
        expect(feeLeft).toBe(fee(goodsLeft, bps));
      }
      expect([goodsLeft, feeLeft]).toEqual([0, 0]);
    }),
  );
});
