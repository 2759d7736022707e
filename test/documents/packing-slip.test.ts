import type { FrozenAddress } from '../../db/tables';
import { createAddress } from '../../server/addresses/contract';
import { showPurchaseOrder } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import {
  cancelShipment,
  changeShipTo,
  createShipment,
  shipShipment,
  updateShipment,
} from '../../server/shipping/contract';
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
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' }));
  return order;
}

const PARCEL = { mode: 'parcel', carrier: 'ups', tracking_numbers: ['1Z999AA10123'], cartons: 2 };

/** Four of ten units. */
async function pack(order: Order, changes: object = {}) {
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first('id');
  const lines = [{ purchase_order_product_id: line?.id, quantity: 4 }];
  const shipment = { ...PARCEL, lines, ship: false, ...changes };
  const seller = await factory.as(order.seller);
  const { status } = await seller.call(createShipment, { id: order.id }, { shipment });
  expect(status).toBe(201);
  return seller;
}

const firstShipment = ({ id }: Order) => ({ id, number: '1' });

const pathOf = ({ id }: Order, number = 1) => `/purchase_orders/${id}/shipments/${number}/packing_slip.pdf`;
const slipsOf = ({ id }: Order) =>
  factory.db('documents').where({ purchase_order_id: id, kind: 'packing_slip' });
const statusFor = async (order: Order, person: Order['buyer'] | Order['seller']) =>
  (await download(app, person, pathOf(order))).status;

test('a slip has the street, the units ordered and in the box, the tracking number, and no price', async () => {
  const order = await aPaidOrder();
  await pack(order);
  await renderDocuments(app);
  const { headers, file } = await download(app, order.seller, pathOf(order));
  expect(headers['content-disposition']).toBe(`attachment; filename="${order.po_number}-S1.pdf"`);
  const text = textOf(file);
  for (const part of ['400 Linden Avenue', 'Dayton, OH 45403', '(937) 224-5678', '1Z999AA10123', '2 cartons'])
    expect(text).toContain(part);
  expect(text).toContain(`${order.product.name} 10 4`);
  expect(text).not.toMatch(/\$|price|\bfees?\b|\bnet\b/i);
  // The seller's own street is for those who come to collect.
  expect(text).toContain('Reno, NV');
  expect(text).not.toContain('Mill Street');
});

test('the buyer sees a slip once the shipment has left; a stranger never', async () => {
  const order = await aPaidOrder();
  const seller = await pack(order);
  await renderDocuments(app);
  const buyer = await factory.as(order.buyer);
  const kinds = async () =>
    (await buyer.call(showPurchaseOrder, { id: order.id })).body.data.attributes.documents.map(
      ({ kind }) => kind,
    );
  expect([await statusFor(order, order.buyer), await statusFor(order, order.seller)]).toEqual([404, 200]);
  expect(await kinds()).not.toContain('packing_slip');
  expect(await seller.call(shipShipment, firstShipment(order), { shipment: PARCEL })).toMatchObject({
    status: 200,
  });
  await renderDocuments(app);
  expect([await statusFor(order, order.buyer), await statusFor(order, order.seller)]).toEqual([200, 200]);
  expect(await kinds()).toContain('packing_slip');
  expect(await statusFor(order, await factory.aSeller())).toBe(404);
});

test('while packed a slip is replaced, its file deleted; once shipped it stays', async () => {
  const order = await aPaidOrder();
  const seller = await pack(order);
  await renderDocuments(app);
  const [first] = await slipsOf(order);
  await factory
    .db('purchase_orders')
    .where({ id: order.id })
    .update({ ship_to: asJson({ ...DAYTON, line1: '9 Harbor Way' }) });
  expect(await seller.call(shipShipment, firstShipment(order), { shipment: PARCEL })).toMatchObject({
    status: 200,
  });
  await renderDocuments(app);
  const [second, ...others] = await slipsOf(order);
  expect(others).toEqual([]);
  expect(second?.storage_key).not.toBe(first?.storage_key);
  expect(textOf((await download(app, order.buyer, pathOf(order))).file)).toContain('9 Harbor Way');
  const edit = await seller.call(updateShipment, firstShipment(order), {
    shipment: { carrier: 'fedex', tracking_numbers: ['7489 9999'] },
  });
  expect(edit.status).toBe(200);
  expect(await slipsOf(order)).toEqual([second]);
});

test('a shipment that is canceled has no slip', async () => {
  const order = await aPaidOrder();
  const seller = await pack(order);
  expect((await seller.call(cancelShipment, firstShipment(order))).status).toBe(204);
  await renderDocuments(app);
  expect([await statusFor(order, order.seller), (await slipsOf(order)).length]).toEqual([404, 0]);
});

test('a slip that is replaced while it is rendered leaves one file, of the later content', async () => {
  const order = await aPaidOrder();
  const seller = await pack(order);
  const rendering = renderDocuments(app);
  await seller.call(updateShipment, firstShipment(order), { shipment: { ...PARCEL, cartons: 7 } });
  await rendering;
  await renderDocuments(app);
  const [slip, ...others] = await slipsOf(order);
  expect(others).toEqual([]);
  expect(await app.services.store.head(slip?.storage_key ?? '')).toEqual({ bytes: slip?.bytes });
  expect(textOf((await download(app, order.seller, pathOf(order))).file)).toContain('7 cartons');
});

test('who collects sees where', async () => {
  const order = await aPaidOrder({ shipping_terms: 'pickup', ship_to: null });
  await pack(order, { mode: 'pickup', carrier: undefined, tracking_numbers: [], ship: true });
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

test('a ship-to that changes while the shipment is packed is on its slip', async () => {
  const order = await aPaidOrder();
  await pack(order);
  await renderDocuments(app);
  const address = { ...RENO, line1: '12 Quarry Road', phone: '(775) 323-4567' };
  const buyer = await factory.as(order.buyer);
  const created = await buyer.call(createAddress, {}, { address });
  expect(created.status).toBe(201);
  const changed = await buyer.call(changeShipTo, { id: order.id }, { address_id: created.body.id });
  expect(changed.status).toBe(200);
  await renderDocuments(app);
  expect(await slipsOf(order)).toHaveLength(1);
  const text = textOf((await download(app, order.seller, pathOf(order))).file);
  expect(text).toContain('12 Quarry Road');
  expect(text).not.toContain('Linden');
});

test('a shipment that is older than documents gets its slip at the first request, once', async () => {
  const order = await aPaidOrder();
  await pack(order);
  await slipsOf(order).delete();
  expect(await statusFor(order, order.buyer)).toBe(404);
  expect(await statusFor(order, order.seller)).toBe(503);
  expect(await statusFor(order, order.seller)).toBe(503);
  await renderDocuments(app);
  expect(await statusFor(order, order.seller)).toBe(200);
  expect(await slipsOf(order)).toHaveLength(1);
});
