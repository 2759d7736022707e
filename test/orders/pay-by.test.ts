import { payBy } from '../../server/orders/deadlines';
import { orderStatuses } from '../../server/orders/rules';

const created_at = new Date('2026-03-01T12:00:00Z');
const UNPAID = ['awaiting_initial_payment', 'requires_payment_action'];

describe.each([
  ['48 hours after it was placed', null, '2026-03-03T12:00:00.000Z'],
  ['when its deposits are due', new Date('2026-03-06T04:59:00Z'), '2026-03-06T04:59:00.000Z'],
])('an unpaid order is due %s', (_when, deposits_due_at, due) => {
  test.each(orderStatuses)('%s: a deadline if the order is unpaid, unless staff decide', (status) => {
    const of = (payment_flag: 'disputed' | 'wrong_amount' | null) =>
      payBy({ status, payment_flag, created_at, deposits_due_at }, { unpaidOrderHours: 48 })?.toISOString() ??
      null;
    const expected = UNPAID.includes(status) ? due : null;
    expect([of(null), of('disputed'), of('wrong_amount')]).toEqual([expected, expected, null]);
  });
});

test('the deadline follows the configuration', () => {
  const order = {
    status: 'awaiting_initial_payment',
    payment_flag: null,
    created_at,
    deposits_due_at: null,
  } as const;
  expect(payBy(order, { unpaidOrderHours: 1 })).toEqual(new Date('2026-03-01T13:00:00Z'));
});
