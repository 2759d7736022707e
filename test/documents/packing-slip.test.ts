import type { FrozenAddress, ShipmentRow } from '../../db/tables';
import { issueCreditMemo, issuePackingSlip } from '../../server/documents/issue';
import { documentsOf } from '../../server/documents/list';
import { applyEvent } from '../../server/orders/order';
import { download, renderDocuments } from '../support/documents';
import { Factory } from '../support/factories';
import { textOf } from '../support/pdf';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

type Order = Awaited<ReturnType<typeof aPaidOrder>>;

const DAYTON: FrozenAddress = {
  company: 'Ridgeline Retail',
  attention: null,
  line1: '400 Linden Avenue',
  line2: null,
  city: 'Dayton',
  region: 'OH',
  postal_code: '45403',
  country: 'US',
  phone: '+19372245678',
  dock: 'no_dock',
  appointment: false,
  hours: null,
  instructions: null,
};
const RENO: FrozenAddress = {
  ...DAYTON,
  line1: '77 Mill Street',
  city: 'Reno',
  region: 'NV',
  postal_code: '89501',
};

const asJson = (address: FrozenAddress) => JSON.stringify(address) as unknown as FrozenAddress;

async function aPaidOrder(columns: object = {}) {
  const order = await factory.anOrder();
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ ship_to: asJson(DAYTON), ship_from: asJson(RENO), ...columns });
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'system' }));
  return order;
}

async function aShipment(order: Order, number = 1) {
  const [shipment] = await factory
    .db('shipments')
    .insert({
      purchase_order_id: order.id,
      number,
      status: 'packed',
      mode: 'parcel',
      cartons: 2,
      carrier: 'ups',
    })
    .returning('*');
  if (!shipment) throw new Error('The shipment was not made');
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first('id');
  await factory
    .db('shipment_lines')
    .insert({ shipment_id: shipment.id, purchase_order_product_id: line?.id ?? 0, quantity: 4n });
  await factory
    .db('shipment_tracking')
    .insert({ shipment_id: shipment.id, position: 1, number: '1Z999AA10123' });
  return shipment;
}

const issue = (order: Order, { id }: ShipmentRow, changes: Partial<ShipmentRow> = {}) =>
  factory.transaction(async (tx) => {
    const [shipment] = await tx('shipments')
      .where({ id })
      .update({ ...changes, updated_at: new Date() })
      .returning('*');
    const row = await tx('purchase_orders').where({ id: order.id }).first();
    if (row && shipment) await issuePackingSlip(tx, row, shipment);
  });

const ship = (order: Order, shipment: ShipmentRow) =>
  issue(order, shipment, { status: 'shipped', shipped_at: new Date() });

const pathOf = ({ id }: Order, number = 1) => `/purchase_orders/${id}/shipments/${number}/packing_slip.pdf`;
const slipsOf = ({ id }: Order) =>
  factory.db('documents').where({ purchase_order_id: id, kind: 'packing_slip' });
const statusFor = async (order: Order, person: Order['buyer'] | Order['seller']) =>
  (await download(app, person, pathOf(order))).status;

test('a slip has the street, the units ordered and in the box, the tracking number, and no price', async () => {
  const order = await aPaidOrder();
  await issue(order, await aShipment(order));
  await renderDocuments(app);
  const { headers, file } = await download(app, order.seller, pathOf(order));
  expect(headers['content-disposition']).toBe(`attachment; filename="${order.po_number}-S1.pdf"`);
  const text = textOf(file);
  for (const part of ['400 Linden Avenue', 'Dayton, OH 45403', '(937) 224-5678', '1Z999AA10123', '2 cartons'])
    expect(text).toContain(part);
  expect(text).toContain(`${order.product.name} 10 4`);
  expect(text).not.toMatch(/\$|price|fee|\bnet\b/i);
  // The seller's own street is for those who come to collect.
  expect(text).toContain('Reno, NV');
  expect(text).not.toContain('Mill Street');
});

test('the buyer sees a slip once the shipment has left; a stranger never', async () => {
  const order = await aPaidOrder();
  const shipment = await aShipment(order);
  await issue(order, shipment);
  await renderDocuments(app);
  const kinds = async () => (await documentsOf(factory.db, order.buyer, order)).map(({ kind }) => kind);
  expect([await statusFor(order, order.buyer), await statusFor(order, order.seller)]).toEqual([404, 200]);
  expect(await kinds()).not.toContain('packing_slip');
  await ship(order, shipment);
  await renderDocuments(app);
  expect([await statusFor(order, order.buyer), await statusFor(order, order.seller)]).toEqual([200, 200]);
  expect(await kinds()).toContain('packing_slip');
  expect(await statusFor(order, await factory.aSeller())).toBe(404);
});

test('while packed a slip is replaced, its file deleted; once shipped it stays', async () => {
  const order = await aPaidOrder();
  const shipment = await aShipment(order);
  await issue(order, shipment);
  await renderDocuments(app);
  const [first] = await slipsOf(order);
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ ship_to: asJson({ ...DAYTON, line1: '9 Harbor Way' }) });
  await ship(order, shipment);
  await renderDocuments(app);
  const [second, ...others] = await slipsOf(order);
  expect(others).toEqual([]);
  expect(second?.storage_key).not.toBe(first?.storage_key);
  expect(textOf((await download(app, order.buyer, pathOf(order))).file)).toContain('9 Harbor Way');
  await issue(order, shipment, { carrier: 'fedex' });
  expect(await slipsOf(order)).toEqual([second]);
});

test('a shipment that is canceled has no slip', async () => {
  const order = await aPaidOrder();
  const shipment = await aShipment(order);
  await issue(order, shipment);
  await issue(order, shipment, { status: 'canceled' });
  await renderDocuments(app);
  expect([await statusFor(order, order.seller), (await slipsOf(order)).length]).toEqual([404, 0]);
});

test('a slip that is replaced while it is rendered leaves one file, of the later content', async () => {
  const order = await aPaidOrder();
  const shipment = await aShipment(order);
  await issue(order, shipment);
  const rendering = renderDocuments(app);
  await issue(order, shipment, { cartons: 7 });
  await rendering;
  await renderDocuments(app);
  const [slip, ...others] = await slipsOf(order);
  expect(others).toEqual([]);
  expect(await app.services.store.head(slip?.storage_key ?? '')).toEqual({ bytes: slip?.bytes });
  expect(textOf((await download(app, order.seller, pathOf(order))).file)).toContain('7 cartons');
});

test('who collects sees where', async () => {
  const order = await aPaidOrder({ shipping_terms: 'pickup', ship_to: null });
  await ship(order, await aShipment(order));
  await renderDocuments(app);
  const slip = textOf((await download(app, order.buyer, pathOf(order))).file);
  const invoice = (await download(app, order.buyer, `/purchase_orders/${order.id}/documents/invoice.pdf`))
    .file;
  for (const text of [slip, textOf(invoice)]) {
    expect(text).toContain('Pick up at');
    expect(text).toContain('77 Mill Street');
  }
});

test('before payment the purchase order shows neither street', async () => {
  const order = await aPaidOrder({ shipping_terms: 'pickup' });
  await factory.db('documents').where({ purchase_order_id: order.id, kind: 'purchase_order' }).delete();
  const path = `/purchase_orders/${order.id}/documents/purchase_order.pdf`;
  expect((await download(app, order.buyer, path)).status).toBe(503);
  await renderDocuments(app);
  const text = textOf((await download(app, order.buyer, path)).file);
  expect(text).toContain('Reno, NV');
  expect(text).not.toMatch(/Mill Street|Linden|224-5678/);
});

test('an adjustment has a credit memo, once, with what it gives back and no fee', async () => {
  const order = await aPaidOrder();
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first('id');
  await factory.transaction(async (tx) => {
    const [adjustment] = await tx('adjustments')
      .insert({
        purchase_order_id: order.id,
        kind: 'claim',
        number: 1,
        goods_cents: 3_000,
        freight_cents: 500,
        fee_cents: 300,
        net_cents: 3_200,
      } as never)
      .returning('*');
    if (!adjustment) throw new Error('The adjustment was not made');
    await tx('adjustment_lines').insert({
      adjustment_id: adjustment.id,
      purchase_order_product_id: line?.id ?? 0,
      quantity: 3n,
      goods_cents: 3_000,
    } as never);
    await issueCreditMemo(tx, order, adjustment);
    await issueCreditMemo(tx, order, adjustment);
  });
  await renderDocuments(app);
  const memos = await factory.db('documents').where({ purchase_order_id: order.id, kind: 'credit_memo' });
  expect(memos).toHaveLength(1);
  const path = `/purchase_orders/${order.id}/documents/credit_memo-1.pdf`;
  const { headers, file } = await download(app, order.buyer, path);
  const digits = order.po_number.slice(3);
  expect(headers['content-disposition']).toBe(`attachment; filename="CM-${digits}-1.pdf"`);
  const text = textOf(file);
  for (const part of [`Invoice INV-${digits}`, `${order.product.name} 3 $30.00`, 'Total credited $35.00'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\$3\.00|\$32\.00|fee|\bnet\b/i);
  expect((await download(app, await factory.aBuyer(), path)).status).toBe(404);
});
