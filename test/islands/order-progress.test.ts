import { byOf, groupOf, nextOf, stepsOf } from '../../islands/my-orders/progress';
import { orderStatusLabels, orderTone, type PurchaseOrder } from '../../server/orders/contract';
import { type OrderStatus, orderStatuses } from '../../server/orders/state-contract';

type Order = PurchaseOrder['attributes'];

const anOrder = (status: OrderStatus, passed: OrderStatus[] = [], more: Partial<Order> = {}) =>
  ({
    status,
    reason: null,
    refund_status: null,
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
  const table = orderStatuses.map((status) => [
    status,
    groupOf({ status } as Order, 'buyer'),
    groupOf({ status } as Order, 'seller'),
  ]);
  expect(table).toEqual([
    ['awaiting_initial_payment', 'Pay now', 'In progress'],
    ['payment_pending', 'In progress', 'In progress'],
    ['requires_payment_action', 'Verify payment', 'In progress'],
    ['awaiting_shipment', 'In progress', 'Ship now'],
    ['shipped', 'In progress', 'In progress'],
    ['received', 'In progress', 'In progress'],
    ['paid_in_full', 'In progress', 'In progress'],
    ['completed', 'Closed', 'Closed'],
    ['canceled', 'Closed', 'Closed'],
  ]);
});

const states = (order: Order) => stepsOf(order).map(({ state }) => state);

test('the steps follow the status, with the days they were reached on', () => {
  expect(states(anOrder('awaiting_initial_payment'))).toEqual(['current', ...Array(6).fill('todo')]);
  const shipped = anOrder('shipped', ['awaiting_initial_payment', 'payment_pending', 'awaiting_shipment']);
  expect(states(shipped)).toEqual(['done', 'done', 'done', 'current', 'todo', 'todo', 'todo']);
  expect(stepsOf(shipped).map(({ note }) => note)).toEqual([
    'Mar 1, 2026',
    'Mar 2, 2026',
    'Mar 3, 2026',
    'Mar 4, 2026',
    undefined,
    undefined,
    undefined,
  ]);
  expect(states(anOrder('completed'))).toEqual(Array(7).fill('done'));
  expect(states(anOrder('requires_payment_action', ['awaiting_initial_payment']))[1]).toBe('current');
});

test('a canceled order ends where it was canceled', () => {
  const order = anOrder('canceled', ['awaiting_initial_payment']);
  expect(stepsOf(order)).toEqual([
    { label: 'Ordered', state: 'done', note: 'Mar 1, 2026' },
    { label: 'Canceled', state: 'failed', note: 'Mar 2, 2026' },
  ]);
});

test.each(orderStatuses)('%s says to either side what comes next', (status) => {
  for (const side of ['buyer', 'seller'] as const)
    expect(nextOf(anOrder(status), side)).toMatch(/^[A-Z].*\.$/);
});

test('a canceled order says why, and to its buyer what became of the payment', () => {
  const canceled = (refund_status: Order['refund_status']) =>
    anOrder('canceled', [], { reason: 'Damaged in the warehouse.', refund_status });
  expect(nextOf(canceled('pending'), 'buyer')).toBe(
    'Canceled. The units are back in stock. Damaged in the warehouse. The payment is being refunded.',
  );
  expect(nextOf(canceled('succeeded'), 'buyer')).toContain('was refunded');
  expect(nextOf(canceled('succeeded'), 'seller')).not.toContain('refund');
});

test('a payment confirmed by staff is labeled so', () => {
  expect(byOf({ actor: 'staff', event: 'confirm_payment' })).toBe('Confirmed by staff');
  expect(byOf({ actor: 'provider', event: 'confirm_payment' })).toBe('By the payment provider');
});
