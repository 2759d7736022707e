import { nextText } from '../../../islands/my-orders/next-text';
import { day, moment } from '../../../islands/ui/dates';
import type { Claim } from '../../../server/claims/contract';
import type { PurchaseOrder, PurchaseOrderProduct, Shipment } from '../../../server/orders/contract';

type Order = PurchaseOrder['attributes'];

const clock = {
  day,
  shortDay: day,
  rowDay: day,
  moment,
  deadline: () => 'Mar 6, 3:00 PM EST',
  now: Date.parse('2026-03-03T14:00:00Z'),
};

const lines = [
  { id: '7', attributes: { quantity: 30n, product: { name: 'Mug' } } },
] as unknown as PurchaseOrderProduct[];

const shipment = (status: Shipment['status'], quantity: bigint) =>
  ({ number: 1, status, lines: [{ purchase_order_product_id: 7, quantity }] }) as unknown as Shipment;

const anOrder = (more: object = {}) =>
  ({
    status: 'awaiting_shipment',
    buyer_name: 'Corner Shop',
    seller_name: 'Stridewell',
    ship_by: '2026-03-05',
    ship_by_ends_at: '2026-03-06T08:00:00Z',
    ship_by_zone: 'PST',
    total_net_to_seller: null,
    refunded_cents: 0,
    claim_until: null,
    history: [],
    shipments: [],
    can: { claim: false },
    ...more,
    shipping: {
      terms: 'seller_pays',
      needs_ship_to: false,
      ship_from: { city: 'Dayton', region: 'OH' },
      ...('shipping' in more ? (more.shipping as object) : {}),
    },
  }) as unknown as Order;

const claim = (status: Claim['status']) =>
  ({ claim_number: 'CL-100001', status, answer_by: '2026-03-06T20:00:00Z' }) as Claim;

const both = (order: Order, claims?: Claim[]) => [
  nextText({ order, lines, claims, clock }, 'buyer'),
  nextText({ order, lines, claims, clock }, 'seller'),
];

test.each<[string, Order, Claim[] | undefined, string, string]>([
  [
    'to ship',
    anOrder(),
    undefined,
    "Stridewell ships your order by Mar 5, 2026 (PST), and we'll email you then.",
    'Corner Shop paid. Ship the order by Mar 5, 2026 (PST).',
  ],
  [
    'late',
    anOrder({ ship_by: '2026-03-02', ship_by_ends_at: '2026-03-03T08:00:00Z' }),
    undefined,
    "Stridewell was due to ship by Mar 2, 2026 (PST). We've reminded them, and we'll email you when it ships.",
    "This order was due to ship by Mar 2, 2026 (PST). Ship it now, or cancel what you can't fulfill.",
  ],
  [
    'in part',
    anOrder({ shipments: [shipment('shipped', 12n)] }),
    undefined,
    "12 of 30 units have shipped. Stridewell ships the other 18 by Mar 5, 2026 (PST), and we'll email you then.",
    '12 of 30 units have shipped. Ship the other 18 by Mar 5, 2026 (PST).',
  ],
  [
    'packed',
    anOrder({ shipments: [shipment('packed', 30n)] }),
    undefined,
    "Stridewell ships your order by Mar 5, 2026 (PST), and we'll email you then.",
    'Everything is packed. Mark it as shipped when it leaves.',
  ],
  [
    'without an address',
    anOrder({ shipping: { needs_ship_to: true } }),
    undefined,
    'Choose where Stridewell ships your order, so that it can leave by Mar 5, 2026 (PST).',
    "Corner Shop has paid, but hasn't chosen a ship-to address yet. We've asked them to.",
  ],
  [
    'ready for pickup',
    anOrder({ shipments: [shipment('packed', 30n)], shipping: { terms: 'pickup' } }),
    undefined,
    'Your order is ready for pickup in Dayton, OH.',
    'Everything is packed. Mark it as picked up once Corner Shop has picked it up.',
  ],
  [
    "for the buyer's carrier",
    anOrder({ shipping: { terms: 'buyer_carrier' } }),
    undefined,
    "Stridewell gets your order ready for your carrier in Dayton, OH by Mar 5, 2026 (PST). We'll email you then.",
    "Pack the order for Corner Shop's carrier by Mar 5, 2026 (PST). They pick it up from you.",
  ],
  [
    'with an open claim',
    anOrder({ status: 'received' }),
    [claim('open')],
    'Claim CL-100001 is open. Stridewell answers by Mar 6, 3:00 PM EST (in 3 days), or our team decides.',
    'Corner Shop opened claim CL-100001. Answer by Mar 6, 3:00 PM EST (in 3 days), or our team decides.',
  ],
  [
    'with a claim in review',
    anOrder({ status: 'received' }),
    [claim('in_review')],
    "Claim CL-100001 is being reviewed by our team. We'll email you the decision.",
    "Claim CL-100001 is being reviewed by our team. We'll email you the decision.",
  ],
])('an order %s says to either side what comes next', (_state, order, claims, buyer, seller) => {
  expect(both(order, claims)).toEqual([buyer, seller]);
});

test('a buyer who received it reads until when a problem can be reported', () => {
  const order = anOrder({ status: 'received', can: { claim: true }, claim_until: '2026-03-10T12:00:00Z' });
  expect(both(order)[0]).toBe('You received the order. You can report a problem until Mar 10, 2026.');
});

test('a name with its own period ends the sentence', () => {
  const [, seller] = both(anOrder({ status: 'shipped', buyer_name: 'Play Co.' }));
  expect(seller).toMatch(/way to Play Co\.( |$)/);
});
