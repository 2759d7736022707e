import fc from 'fast-check';
import { cents, dollars } from '../../server/contract/money';
import { showPurchaseOrder } from '../../server/orders/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';
import { act, paidOrder, ship, shipmentsOf, storedOrder } from './orders-to-ship';

const factory = new Factory(useTestApp({ rateLimits: false }));

const mailsOf = (id: number) =>
  factory
    .db('mails')
    .whereLike('event_key', `order:${id}:shipment-%`)
    .orderBy('id')
    .select('recipient', 'subject', 'text');

const twoLines = () => paidOrder(factory, { lines: [{ quantity: 10n }, { quantity: 5n }] });

test('a seller ships in two parts: the status stays, then the order is shipped', async () => {
  const order = await twoLines();
  const [first, second] = order.lines;
  const lines = [{ purchase_order_product_id: first?.id, quantity: 4 }];
  const part = await ship(order.sellerClient, order.id, { lines });
  expect(part).toMatchObject({
    status: 201,
    body: {
      shipment: {
        number: 1,
        status: 'shipped',
        carrier: 'ups',
        tracking: [
          { number: '1Z999AA10123456784', url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784' },
        ],
        lines: [{ purchase_order_product_id: first?.id, quantity: 4n }],
      },
      data: { attributes: { status: 'awaiting_shipment', receipt_due_at: null } },
    },
  });
  expect(await mailsOf(order.id)).toHaveLength(2);
  const rest = await ship(order.sellerClient, order.id, {
    carrier: 'estes',
    tracking_numbers: ['012 345-6789'],
  });
  expect(rest).toMatchObject({
    status: 201,
    body: {
      shipment: {
        number: 2,
        tracking: [{ number: '0123456789', url: null }],
        lines: [
          { purchase_order_product_id: first?.id, quantity: 6n },
          { purchase_order_product_id: second?.id, quantity: 5n },
        ],
      },
      data: {
        attributes: {
          status: 'shipped',
          carrier: 'UPS',
          tracking_number: '1Z999AA10123456784',
          receipt_due_at: expect.any(String),
        },
      },
    },
  });
  const mails = await mailsOf(order.id);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Part of ${order.po_number} has shipped`,
    `Part of ${order.po_number} has shipped`,
    `${order.po_number} has shipped`,
    `${order.po_number} has shipped`,
  ]);
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(
    new Set([order.buyer.email, order.seller.email]),
  );
  const due = (await storedOrder(factory, order.id)).receipt_due_at as Date;
  expect(Math.round((due.getTime() - Date.now()) / 86_400_000)).toBe(10);
  const shown = await order.buyerClient.request('GET', `/marketplace/purchase_orders/${order.id}`);
  expect(shown.body).toMatchObject({
    data: { attributes: { shipments: [{ number: 1 }, { number: 2 }], history: expect.any(Array) } },
    activity: [
      { actor: 'seller', event: 'shipment_shipped', detail: { shipment: 1 } },
      { actor: 'seller', event: 'shipment_shipped', detail: { shipment: 2 } },
    ],
  });
});

test('a packed shipment keeps its units, can be edited, shipped once or canceled', async () => {
  const order = await twoLines();
  const path = `${shipmentsOf(order.id)}/1`;
  const packed = await ship(order.sellerClient, order.id, { ship: false, tracking_numbers: [] });
  expect(packed).toMatchObject({ status: 201, body: { shipment: { status: 'packed', tracking: [] } } });
  expect(await mailsOf(order.id)).toEqual([]);
  expect(await ship(order.sellerClient, order.id)).toMatchObject({
    status: 409,
    body: { error: 'Everything left is packed. Ship or cancel the packed shipments.' },
  });
  const update = (shipment: object) => order.sellerClient.request('PUT', path, { body: { shipment } });
  const lines = [{ purchase_order_product_id: order.lines[0]?.id, quantity: 3 }];
  expect(await update({ lines, cartons: 2, weight_lb: 80, tracking_numbers: ['ABCDEF'] })).toMatchObject({
    status: 200,
    body: {
      shipment: { lines: [{ quantity: 3n }], cartons: 2n, weight_lb: 80n, tracking: [{ number: 'ABCDEF' }] },
    },
  });
  const shipIt = () => order.sellerClient.request('POST', `${path}/ship`, { body: {} });
  expect(await shipIt()).toMatchObject({ status: 200, body: { shipment: { status: 'shipped' } } });
  expect(await shipIt()).toMatchObject({
    status: 409,
    body: { error: 'This shipment has already shipped.' },
  });
  expect(await update({ lines })).toMatchObject({
    status: 409,
    body: { error: 'This shipment has shipped. Only its carrier and tracking can change.' },
  });
  expect(await update({ carrier: 'fedex', tracking_numbers: ['770012345678'] })).toMatchObject({
    status: 200,
    body: { shipment: { carrier: 'fedex', tracking: [{ url: expect.stringContaining('fedex.com') }] } },
  });
  expect((await order.sellerClient.request('DELETE', path, {})).status).toBe(409);
  await ship(order.sellerClient, order.id, { ship: false });
  expect((await order.sellerClient.request('DELETE', `${shipmentsOf(order.id)}/2`, {})).status).toBe(204);
  expect(await ship(order.sellerClient, order.id)).toMatchObject({
    status: 201,
    body: { shipment: { number: 3 }, data: { attributes: { status: 'shipped' } } },
  });
});

test('unpaid, without an address, shipped or canceled: the exact refusals', async () => {
  const unpaid = await factory.anOrder();
  const seller = await factory.as(unpaid.seller);
  expect(await ship(seller, unpaid.id)).toMatchObject({
    status: 409,
    body: { error: 'Wait until the order is paid.' },
  });
  const homeless = await paidOrder(factory, {}, { ship_to: null });
  const refused = { error: "The buyer hasn't chosen a ship-to address yet. We've asked them to." };
  expect(await ship(homeless.sellerClient, homeless.id)).toMatchObject({ status: 409, body: refused });
  expect((await ship(homeless.sellerClient, homeless.id, { ship: false })).status).toBe(201);
  const collected = await paidOrder(factory, {}, { ship_to: null, shipping_terms: 'pickup' });
  const pickup = { mode: 'pickup', carrier: undefined, tracking_numbers: undefined };
  expect((await ship(collected.sellerClient, collected.id, pickup)).status).toBe(201);
  expect(await ship(collected.sellerClient, collected.id, pickup)).toMatchObject({
    status: 409,
    body: { error: 'Everything has been shipped.' },
  });
  const canceled = await paidOrder(factory);
  expect((await act(canceled.sellerClient, canceled.id, 'cancel', { reason: 'Flooded' })).status).toBe(200);
  expect((await ship(canceled.sellerClient, canceled.id)).status).toBe(409);
});

test('never more than was ordered, never of another order', async () => {
  const order = await twoLines();
  const other = await paidOrder(factory);
  const [first] = order.lines;
  const of = (quantity: number | string, id = first?.id) =>
    ship(order.sellerClient, order.id, { lines: [{ purchase_order_product_id: id, quantity }] });
  const tooMany = { errors: [`Only 10 of ${first?.name} are left to ship.`] };
  expect(await of(11)).toMatchObject({ status: 422, body: tooMany });
  expect(await of('9000000000000000000')).toMatchObject({ status: 422, body: tooMany });
  for (const quantity of [0, -1, 1.5, 'many', null])
    expect([quantity, (await of(quantity as number)).status]).toEqual([quantity, 422]);
  expect((await of(1, other.lines[0]?.id)).status).toBe(422);
  expect((await ship(order.sellerClient, order.id, { lines: [] })).status).toBe(422);
  const named = { purchase_order_product_id: first?.id, quantity: 6 };
  expect(await ship(order.sellerClient, order.id, { lines: [named, named] })).toMatchObject({
    status: 422,
    body: tooMany,
  });
  expect((await storedOrder(factory, order.id)).version).toBe(2);
});

test.each([
  ['none', undefined, ['Enter a tracking number']],
  ['too short', ['AB12'], ['A tracking number has 6 to 40 letters and digits']],
  ['too long', ['A'.repeat(41)], ['A tracking number has 6 to 40 letters and digits']],
  ['other signs', ['ABC<DEF>'], ['A tracking number has 6 to 40 letters and digits']],
  ['one twice', ['abc-def', 'ABC DEF'], ['Enter each tracking number once']],
  ['51', Array.from({ length: 51 }, (_, at) => `TRACK${at}`), ['Enter at most 50 tracking numbers']],
])('tracking numbers: %s', async (_name, tracking_numbers, errors) => {
  const order = await paidOrder(factory);
  expect(await ship(order.sellerClient, order.id, { tracking_numbers })).toMatchObject({
    status: 422,
    body: { errors },
  });
  expect(await factory.db('shipments').where({ purchase_order_id: order.id })).toEqual([]);
});

test.each(['cartons', 'pallets', 'weight_lb'])(
  '%s that is no whole number is refused in words',
  async (field) => {
    const order = await paidOrder(factory);
    for (const count of ['two', '1.5'])
      expect(await ship(order.sellerClient, order.id, { [field]: count })).toMatchObject({
        status: 422,
        body: { errors: ['Enter a whole number'] },
      });
  },
);

test('50 tracking numbers are kept in their order; another carrier has a name', async () => {
  const order = await paidOrder(factory);
  const numbers = Array.from({ length: 50 }, (_, at) => `TRACK${at + 100}`);
  const other = { carrier: 'other', tracking_numbers: numbers };
  expect(await ship(order.sellerClient, order.id, other)).toMatchObject({
    status: 422,
    body: { errors: ['Required'] },
  });
  const { status, body } = await ship(order.sellerClient, order.id, {
    ...other,
    carrier_name: 'Corner Trucks',
  });
  expect(status).toBe(201);
  const { shipment } = body as { shipment: { carrier_name: string; tracking: { number: string }[] } };
  expect(shipment.carrier_name).toBe('Corner Trucks');
  expect(shipment.tracking.map(({ number }) => number)).toEqual(numbers);
});

test("the staff's event ships all that remains, with their words", async () => {
  const staff = await factory.as(await factory.staff());
  const event = (id: number, fields: object) =>
    staff.request('POST', `/admin/purchase_orders/${id}/state_transitions`, {
      body: { event: 'ship', ...fields },
    });
  const order = await twoLines();
  await ship(order.sellerClient, order.id, {
    lines: [{ purchase_order_product_id: order.lines[0]?.id, quantity: 4 }],
  });
  expect((await event(order.id, { carrier: 'Corner Trucks', tracking_number: 'by <hand>' })).status).toBe(
    200,
  );
  const shown = await order.buyerClient.request('GET', `/marketplace/purchase_orders/${order.id}`);
  expect(shown.body).toMatchObject({
    data: {
      attributes: {
        status: 'shipped',
        shipments: [
          { number: 1 },
          {
            number: 2,
            carrier: 'other',
            carrier_name: 'Corner Trucks',
            tracking: [{ number: 'by <hand>', url: null }],
            lines: [{ quantity: 6n }, { quantity: 5n }],
          },
        ],
      },
    },
  });
  // An address is not needed for it.
  const homeless = await paidOrder(factory, {}, { ship_to: null });
  expect((await event(homeless.id, { carrier: 'FedEx Ground' })).status).toBe(200);
  expect(await factory.db('shipments').where({ purchase_order_id: homeless.id })).toMatchObject([
    { carrier: 'fedex', status: 'shipped' },
  ]);
});

test('a canceled rest is refunded, and the order ships with what left', async () => {
  const order = await twoLines();
  const cancelRest = (body: object = { reason: 'Water damage' }) =>
    act(order.sellerClient, order.id, 'cancel_remaining', body);
  expect(await cancelRest()).toMatchObject({
    status: 409,
    body: { error: 'Nothing has shipped yet. Cancel the order instead.' },
  });
  await ship(order.sellerClient, order.id, {
    lines: [{ purchase_order_product_id: order.lines[0]?.id, quantity: 4 }],
  });
  const cancel = await act(order.sellerClient, order.id, 'cancel', { reason: 'Water damage' });
  expect(cancel).toMatchObject({
    status: 409,
    body: { error: 'Part of this order has shipped. Cancel the remaining units instead.' },
  });
  expect(await cancelRest({})).toMatchObject({ status: 422, body: { errors: ['Required'] } });
  const [first, second] = order.lines;
  const refunded = (first?.unit_cents ?? 0) * 6 + (second?.unit_cents ?? 0) * 5;
  expect(await cancelRest()).toMatchObject({
    status: 200,
    body: {
      data: { attributes: { status: 'shipped', refunded_cents: refunded, total_cents: order.total_cents } },
    },
  });
  expect(await factory.db('adjustments').where({ purchase_order_id: order.id })).toMatchObject([
    { kind: 'short_ship', goods_cents: refunded, reason: 'Water damage' },
  ]);
  const shown = await order.buyerClient.call(showPurchaseOrder, { id: order.id });
  expect(shown.body.included.map(({ attributes }) => attributes.canceled_quantity)).toEqual([6n, 5n]);
  const rest = factory.db('mails').where('event_key', 'like', `order:${order.id}:rest-canceled:%`);
  const [mail, ...others] = await rest.select('recipient', 'subject', 'text');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: order.buyer.email,
    subject: `11 of 15 units of ${order.po_number} were canceled`,
  });
  for (const part of ['Water damage', first?.name, '10 × $8.00 · 6 of 10 canceled', '5 of 5 canceled'])
    expect(mail?.text).toContain(part);
  expect((await cancelRest()).status).toBe(409);
  await act(order.buyerClient, order.id, 'receive');
  const received = await factory
    .db('mails')
    .where('subject', 'like', `${order.po_number} was received%`)
    .first();
  const back = dollars(cents(refunded)).replace('$', '\\$');
  const [, available] = /(\$[\d.]+) becomes available/.exec(received?.text ?? '') ?? [];
  expect(received?.text).toMatch(new RegExp(`Refunded\\s+−${back}`));
  expect(received?.text).toMatch(new RegExp(`You receive after fees\\s+${available?.replace('$', '\\$')}`));
});

test.each([
  ['pickup', 'pickup'],
  ['buyer_carrier', 'your carrier'],
])('%s: the buyer reads in a mail what has been packed', async (terms, whom) => {
  const carrier = 'Estes, account 774-1120';
  const order = await paidOrder(factory, {}, { shipping_terms: terms, carrier_instructions: carrier });
  const [line] = order.lines;
  const told = async () =>
    (await mailsOf(order.id)).filter(({ subject }) => subject.includes(' is ready for '));
  const pack = (quantity: number) =>
    ship(order.sellerClient, order.id, {
      ship: false,
      lines: [{ purchase_order_product_id: line?.id, quantity }],
    });
  await pack(4);
  await pack(6);
  expect((await told()).map(({ subject, recipient }) => [subject, recipient])).toEqual([
    [`Part of ${order.po_number} is ready for ${whom} in Dayton, OH`, order.buyer.email],
    [`${order.po_number} is ready for ${whom} in Dayton, OH`, order.buyer.email],
  ]);
  const [part, whole] = await told();
  expect(part?.text).toContain('4 ×');
  expect(whole?.text).toContain('400 Linden Ave');
  expect(JSON.stringify(await told())).not.toContain('774-1120');
});

test('random shipments never add up to more than was ordered', async () => {
  const seen = await fc.check(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 6 }), fc.boolean()), {
        minLength: 1,
        maxLength: 8,
      }),
      async (parts) => {
        const order = await twoLines();
        const [first, second] = order.lines;
        for (const [one, other, isShipped] of parts)
          await ship(order.sellerClient, order.id, {
            ship: isShipped,
            lines: [
              { purchase_order_product_id: first?.id, quantity: one },
              ...(other > 0 ? [{ purchase_order_product_id: second?.id, quantity: other }] : []),
            ],
          });
        const sums = await factory
          .db('shipment_lines')
          .join('shipments', 'shipments.id', 'shipment_id')
          .where({ purchase_order_id: order.id })
          .groupBy('purchase_order_product_id', 'status')
          .select(
            'purchase_order_product_id as id',
            'status',
            factory.db.raw('sum(quantity)::bigint as units'),
          );
        const total = (id: number | undefined) =>
          sums.filter((row) => row.id === id).reduce((units, row) => units + row.units, 0n);
        const shipped = sums
          .filter((row) => row.status === 'shipped')
          .reduce((units, row) => units + row.units, 0n);
        const stored = await storedOrder(factory, order.id);
        expect(total(first?.id) <= 10n && total(second?.id) <= 5n).toBe(true);
        expect(stored.shipped_units).toBe(shipped);
        expect(stored.status).toBe(shipped === 15n ? 'shipped' : 'awaiting_shipment');
      },
    ),
    { numRuns: 12 },
  );
  expect(seen.failed ? seen.counterexample : null).toBeNull();
});
