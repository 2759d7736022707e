import type Stripe from 'stripe';
import { anOpenCheckout, type ForeignPayments, foreignStripe, untilSettled } from './payment-harness';

let till: ForeignPayments;

beforeAll(async () => {
  till = await foreignStripe();
});
afterAll(() => till?.stop());

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
      );

test('five events in all 120 sequences lead to the payment’s state at the provider', async () => {
  const ends = { paid: 'awaiting_shipment', failed: 'awaiting_initial_payment' } as const;
  const expected = new Map<number, string>();
  await untilSettled(till, async () => {
    for (const [index, order] of permutations([0, 1, 2, 3, 4]).entries()) {
      const { order: row, session, intent } = await anOpenCheckout(till);
      const end = index % 3 === 0 ? 'failed' : 'paid';
      const events: Stripe.Event[] = [];
      till.foreign.quietly.byBank(session);
      events.push(till.foreign.event('checkout.session.completed', session));
      events.push(till.foreign.event('payment_intent.requires_action', intent));
      till.foreign.quietly.verify(session);
      events.push(till.foreign.event('payment_intent.processing', intent));
      if (end === 'paid') {
        till.foreign.quietly.pay(session);
        events.push(till.foreign.event('payment_intent.succeeded', intent));
        events.push(till.foreign.event('checkout.session.async_payment_succeeded', session));
      } else {
        till.foreign.quietly.fail(session);
        events.push(till.foreign.event('payment_intent.payment_failed', intent));
        events.push(till.foreign.event('checkout.session.async_payment_failed', session));
      }
      for (const at of order) await till.foreign.send(events[at] as Stripe.Event);
      expected.set(row.id, ends[end]);
    }
  });
  const rows = await till.app.services
    .db('purchase_orders')
    .whereIn('id', [...expected.keys()])
    .select('id', 'status');
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(expected);
}, 120_000);
