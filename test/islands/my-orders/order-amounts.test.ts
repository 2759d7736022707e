import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { amountOf, centsOf, effectOf, sumText } from '../../../islands/manage-purchase-orders/event-texts';
import { nextOf } from '../../../islands/my-orders/wording';
import { Money } from '../../../islands/order-detail/Money';
import { day, moment } from '../../../islands/ui/dates';
import type { PurchaseOrder } from '../../../server/orders/contract';
import type { AdminPurchaseOrder } from '../../../server/orders/staff/contract';

type Order = PurchaseOrder['attributes'];

const clock = {
  day,
  shortDay: day,
  rowDay: day,
  moment,
  deadline: () => '',
  now: Date.parse('2026-03-03T14:00:00Z'),
};

const AGREED = {
  po_number: 'PO-100131',
  status: 'received',
  seller_name: 'Stridewell',
  buyer_name: 'Corner Shop',
  total_cents: 151_573,
  total_net_to_seller: 141_479,
};

/** $1,392.28 of goods and $123.45 of freight at 7.25 %; $16.68 went back, of which the fee is $0.80. */
const anOrder = (more: object = {}) =>
  ({
    ...AGREED,
    goods_cents: 139_228,
    freight_cents: 12_345,
    refunded_cents: 1_668,
    refund_status: null,
    earnings: { net_cents: 139_891, status: 'pending', payout_number: null, paid_on: null },
    history: [],
    shipments: [],
    ...more,
  }) as unknown as Order;

const listed = (more: object = {}) =>
  ({
    ...AGREED,
    refunded_cents: 1_668,
    net_after_refunds_cents: 139_891,
    ...more,
  }) as AdminPurchaseOrder['attributes'];

const claims = { loaded: undefined, failed: false, reload: async () => true };

const totalsOf = (order: Order) => {
  const side = order.total_net_to_seller === null ? 'buyer' : 'seller';
  const props = { order, lines: [], side, refetch: async () => undefined, clock, claims } as const;
  const card = renderToStaticMarkup(createElement(Money, props));
  return [...card.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, amount]) => [label, amount]);
};

test('the totals of an order say what of them is freight, what was refunded, and what the seller receives', () => {
  const asBuyer = { total_net_to_seller: null, earnings: null };
  const all = [
    ['Subtotal', '$1,392.28'],
    ['Freight', '$123.45'],
    ['Total', '$1,515.73'],
    ['Refunded', '−$16.68'],
  ];
  expect(totalsOf(anOrder(asBuyer))).toEqual(all);
  expect(totalsOf(anOrder())).toEqual([...all, ['Fee', '−$100.14'], ['You receive', '$1,398.91']]);
  const plain = { goods_cents: 151_573, freight_cents: 0, refunded_cents: 0 };
  const unshipped = [
    ['Subtotal', '$1,515.73'],
    ['Total', '$1,515.73'],
  ];
  expect(totalsOf(anOrder({ ...plain, ...asBuyer }))).toEqual(unshipped);
  expect(totalsOf(anOrder({ ...plain, status: 'canceled' }))).toEqual(unshipped);
});

test.each([
  [anOrder(), 'Corner Shop received the order. Your payout of $1,398.91 is next.'],
  [
    anOrder({ earnings: { net_cents: 0, status: 'pending' } }),
    'Corner Shop received the order. The whole payment was refunded.',
  ],
  [anOrder({ status: 'paid_in_full' }), 'We sent your payout.'],
  [
    anOrder({ status: 'paid_in_full', refunded_cents: 0, earnings: { net_cents: 141_479 } }),
    'We sent your payout of $1,414.79.',
  ],
])('a seller reads of the payout what refunds left', (order, text) => {
  expect(nextOf(order, 'seller', clock)).toBe(text);
});

test('staff who pay an order in full read what refunds left for the seller', () => {
  expect(amountOf('pay_in_full', listed())).toBe(
    '$1,398.91 of $1,515.73, less $16.68 refunded, goes to Stridewell.',
  );
  const untouched = listed({ refunded_cents: 0, net_after_refunds_cents: 141_479 });
  expect(amountOf('pay_in_full', untouched)).toBe('$1,414.79 of $1,515.73 goes to Stridewell.');
  expect([centsOf('pay_in_full', listed()), centsOf('ship', listed())]).toEqual([139_891, 151_573]);
  expect(sumText('pay_in_full', '$1,398.91')).toBe('$1,398.91 goes to the sellers.');
});

test('staff who cancel what was paid outside Stripe read that they send the refund', () => {
  const [outside, inside] = [{ confirmed_by_staff: true }, { confirmed_by_staff: false }];
  expect(effectOf('cancel', [inside])).toBe('The units return to the seller, and any payment is refunded.');
  expect(effectOf('cancel', [outside])).toContain('It was paid outside Stripe: send the refund yourself');
  expect(effectOf('cancel', [inside, outside])).toContain('Some were paid outside Stripe');
  expect(effectOf('ship', [outside])).toBe('The buyer gets an email with the tracking details.');
});
