import { groupOf } from '../../../islands/my-orders/groups';
import { stepsOf } from '../../../islands/my-orders/progress';
import { timeLeft, untilText } from '../../../islands/my-orders/time-left';
import { nextOf } from '../../../islands/my-orders/wording';
import { actorOf } from '../../../islands/order-detail/activity-title';
import { day, moment } from '../../../islands/ui/dates';
import type { PurchaseOrder } from '../../../server/orders/contract';
import { type OrderStatus, orderStatuses, orderStatusLabels, orderTone } from '../../../server/orders/rules';

type Order = PurchaseOrder['attributes'];

const clock = {
  day,
  shortDay: day,
  rowDay: day,
  moment,
  deadline: () => 'Mar 3, 3:00 PM EST',
  now: Date.parse('2026-03-03T14:00:00Z'),
};

const anOrder = (status: OrderStatus, passed: OrderStatus[] = [], more: Partial<Order> = {}) =>
  ({
    status,
    reason: null,
    refund_status: null,
    pay_by: null,
    buyer_name: 'Corner Shop',
    seller_name: 'Stridewell',
    total_cents: 8_000,
    total_net_to_seller: null,
    history: [...passed, status].map((name, index) => ({
      at: `2026-03-0${index + 1}T12:00:00.000Z`,
      actor: 'provider',
      event: 'x',
      status: name,
      reason: null,
    })),
    ...more,
  }) as Order;

test('every status has its label, and its color for either side', () => {
  const table = orderStatuses.map((status) => [
    status,
    orderStatusLabels[status],
    orderTone(status, 'buyer'),
    orderTone(status, 'seller'),
  ]);
  expect(table).toEqual([
    ['awaiting_initial_payment', 'Awaiting initial payment', 'yellow', 'gray'],
    ['payment_pending', 'Initial payment submitted', 'gray', 'gray'],
    ['requires_payment_action', 'Payment requires action', 'yellow', 'gray'],
    ['awaiting_shipment', 'Awaiting shipment', 'gray', 'yellow'],
    ['shipped', 'Shipped', 'gray', 'gray'],
    ['received', 'Received', 'yellow', 'green'],
    ['paid_in_full', 'Paid in full', 'green', 'green'],
    ['completed', 'Completed', 'green', 'green'],
    ['canceled', 'Canceled', 'red', 'red'],
  ]);
});

test('every order stands in one group, by who has to act', () => {
  const table = orderStatuses.map((status) => [status, groupOf(status, 'buyer'), groupOf(status, 'seller')]);
  expect(table).toEqual([
    ['awaiting_initial_payment', 'Pay now', 'Awaiting payment'],
    ['payment_pending', 'In progress', 'Awaiting payment'],
    ['requires_payment_action', 'Verify payment', 'Awaiting payment'],
    ['awaiting_shipment', 'In progress', 'To ship'],
    ['shipped', 'In progress', 'In transit'],
    ['received', 'In progress', 'Completed'],
    ['paid_in_full', 'Completed', 'Completed'],
    ['completed', 'Completed', 'Completed'],
    ['canceled', 'Completed', 'Completed'],
  ]);
});

const states = (order: Order) => stepsOf(order, clock).map(({ state }) => state);

test('an order takes five steps, with the days they were reached on', () => {
  expect(states(anOrder('awaiting_initial_payment'))).toEqual(['current', ...Array(4).fill('todo')]);
  const shipped = anOrder('shipped', ['awaiting_initial_payment', 'payment_pending', 'awaiting_shipment']);
  expect(stepsOf(shipped, clock)).toEqual([
    { label: 'Ordered', state: 'done', note: 'Mar 1, 2026' },
    { label: 'Paid', state: 'done', note: 'Mar 3, 2026' },
    { label: 'Shipped', state: 'current', note: 'Mar 4, 2026' },
    { label: 'Received', state: 'todo', note: undefined },
    { label: 'Completed', state: 'todo', note: undefined },
  ]);
  expect(states(anOrder('completed'))).toEqual(Array(5).fill('done'));
  expect(states(anOrder('payment_pending', ['awaiting_initial_payment']))[0]).toBe('current');
  expect(states(anOrder('paid_in_full', ['received']))[3]).toBe('current');
});

test('a canceled order ends where it was canceled', () => {
  const order = anOrder('canceled', ['awaiting_initial_payment']);
  expect(stepsOf(order, clock)).toEqual([
    { label: 'Ordered', state: 'done', note: 'Mar 1, 2026' },
    { label: 'Canceled', state: 'failed', note: 'Mar 2, 2026' },
  ]);
});

test.each(orderStatuses)('%s says to either side what comes next', (status) => {
  for (const side of ['buyer', 'seller'] as const)
    expect(nextOf(anOrder(status), side, clock)).toMatch(/^[A-Z].*\.$/);
});

test('an unpaid order says until when it can be paid', () => {
  const order = anOrder('awaiting_initial_payment', [], { pay_by: '2026-03-03T20:00:00.000Z' });
  expect(nextOf(order, 'buyer', clock)).toBe(
    'Pay by Mar 3, 3:00 PM EST (in 6 hours), or the order is canceled.',
  );
  expect(nextOf(order, 'seller', clock)).toContain(
    'Corner Shop has until Mar 3, 3:00 PM EST (in 6 hours) to pay.',
  );
  expect(untilText('2026-03-03T20:00:00.000Z', { ...clock, now: null })).toBe('Mar 3, 3:00 PM EST');
});

test.each([
  [-1, null],
  [1, 'in 1 minute'],
  [59 * 60_000, 'in 59 minutes'],
  [60 * 60_000, 'in 1 hour'],
  [23.9 * 3_600_000, 'in 23 hours'],
  [24 * 3_600_000, 'in 1 day'],
  [51 * 3_600_000, 'in 2 days'],
  [72 * 3_600_000, 'in 3 days'],
])('%d ms are %s', (ms, text) => expect(timeLeft(ms)).toBe(text));

test('a canceled order says why, and to its buyer what became of the payment', () => {
  const canceled = (refund_status: Order['refund_status'], passed: OrderStatus[] = ['awaiting_shipment']) =>
    anOrder('canceled', passed, { reason: 'Damaged in the warehouse', refund_status });
  expect(nextOf(canceled('pending'), 'buyer', clock)).toBe(
    "Canceled on Mar 2, 2026. Damaged in the warehouse. We're refunding $80.00 to your original payment method.",
  );
  expect(nextOf(canceled('succeeded'), 'buyer', clock)).toContain('We refunded $80.00');
  expect(nextOf(canceled('failed'), 'buyer', clock)).toContain('Your refund of $80.00 is delayed.');
  expect(nextOf(canceled('succeeded'), 'seller', clock)).not.toContain('refund');
  expect(nextOf(canceled(null), 'buyer', clock)).not.toContain('charged');
  expect(nextOf(canceled(null, []), 'buyer', clock)).toContain("You weren't charged.");
});

test('a payment confirmed by staff is labeled so', () => {
  const parties = { buyer_name: 'Corner Shop', seller_name: 'Stridewell' };
  expect(actorOf({ actor: 'staff', event: 'confirm_payment' }, parties)).toBe('Confirmed by our team');
  expect(actorOf({ actor: 'provider', event: 'confirm_payment' }, parties)).toBe('Payment provider');
  expect(actorOf({ actor: 'seller', event: 'ship' }, parties)).toBe('Stridewell');
});
