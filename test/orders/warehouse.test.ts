import type { PurchaseOrderDocument, PurchaseOrdersDocument } from '../../server/orders/contract';
import { paidOrder, ship } from '../shipping/orders-to-ship';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: false }));

/** Keys that hold an amount, wherever they stand. */
function amountKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(amountKeys);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /cents|net_to_seller|earnings|refund|amount/.test(key) ? [key] : amountKeys(inner),
  );
}

async function shippingSeller() {
  const order = await paidOrder(factory);
  const warehouse = await factory.as(await factory.aMember(order.seller, 'warehouse'));
  const manager = await factory.as(await factory.aMember(order.seller, 'manager'));
  return { order, warehouse, manager };
}

test('a warehouse reads what to ship and where to, and no amount', async () => {
  const { order, warehouse, manager } = await shippingSeller();
  const path = `/marketplace/purchase_orders/${order.id}`;
  const [seen, managers] = await Promise.all([warehouse.request('GET', path), manager.request('GET', path)]);
  const { data, included } = seen.body as PurchaseOrderDocument;
  expect(data.attributes).toMatchObject({ po_number: order.po_number, status: 'awaiting_shipment' });
  expect(data.attributes.shipping.ship_to).not.toBeNull();
  expect(data.attributes.can).toMatchObject({ ship: true, cancel: false, cancel_remaining: false });
  expect(included[0]?.attributes.quantity).toBeDefined();
  expect(amountKeys(seen.body)).toEqual([]);
  expect(amountKeys(managers.body)).toContain('total_cents');
});

test('an order links to the products that its reader may open: a paused one by its sellers alone', async () => {
  const { order, warehouse, manager } = await shippingSeller();
  const buyer = await factory.as(order.buyer);
  const line = await factory.db('purchase_order_products').where({ purchase_order_id: order.id }).first();
  const link = `href="/all_products/${order.seller.seller_id}/${line?.product_id}"`;
  const links = async () =>
    Promise.all(
      [buyer, manager, warehouse].map(async (client) => {
        const { text } = await client.request('GET', `/my_orders/${order.id}`, {
          headers: { Accept: 'text/html' },
        });
        return [text.includes('aria-label="Products"'), text.includes(link)];
      }),
    );
  expect(await links()).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
  await factory
    .db('products')
    .where({ id: line?.product_id ?? 0 })
    .update({ paused: true });
  expect(await links()).toEqual([
    [true, false],
    [true, true],
    [true, false],
  ]);
});

test('a warehouse ships, and its colleagues read the same status', async () => {
  const { order, warehouse, manager } = await shippingSeller();
  await ship(warehouse, order.id);
  const { body } = await manager.request('GET', `/marketplace/purchase_orders/${order.id}`);
  expect((body as PurchaseOrderDocument).data.attributes.status).toBe('shipped');
});

test('orders before payment and after settlement are not there for a warehouse', async () => {
  const { order, warehouse, manager } = await shippingSeller();
  const unpaid = await factory.anOrder({ seller: order.seller });
  const ids = async (client: typeof warehouse, query = {}) =>
    (
      (await client.request('GET', '/marketplace/purchase_orders', { query })).body as PurchaseOrdersDocument
    ).data
      .map(({ id }) => Number(id))
      .toSorted();
  expect(await ids(warehouse)).toEqual([order.id]);
  expect(await ids(manager)).toEqual([order.id, unpaid.id].toSorted());
  expect(await ids(warehouse, { status: 'awaiting_initial_payment' })).toEqual([]);
  const [foreign, missing] = await Promise.all(
    [unpaid.id, 99_999_999].map((id) => warehouse.request('GET', `/marketplace/purchase_orders/${id}`)),
  );
  expect([foreign?.status, foreign?.text]).toEqual([missing?.status, missing?.text]);
});

test("a warehouse's file of orders has no column of amounts", async () => {
  const { warehouse, manager } = await shippingSeller();
  const headings = async (client: typeof warehouse) =>
    (await client.request('GET', '/marketplace/purchase_orders.csv')).text.split(/\r?\n/)[0];
  expect(await headings(warehouse)).toContain(
    'Order,Status,Buyer,Ordered,UPC,SKU,Product Name,Quantity,Paid,Units Shipped,Units Canceled',
  );
  expect(await headings(warehouse)).not.toMatch(/Price|Total|Net|Fee|Refunded/);
  expect(await headings(manager)).toMatch(/Unit Price.*Total.*Net/);
});

test('claims, invoices and messages of an order refuse a warehouse; its packing slips do not', async () => {
  const { order, warehouse } = await shippingSeller();
  const paths = [
    `/marketplace/purchase_orders/${order.id}/claims`,
    `/purchase_orders/${order.id}/documents/invoice.pdf`,
    `/offers/${order.offer_id}/messages`,
    `/offers/${order.offer_id}`,
  ];
  const answers = await Promise.all(paths.map((path) => warehouse.request('GET', path)));
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  await ship(warehouse, order.id);
  const slip = await warehouse.request('GET', `/purchase_orders/${order.id}/shipments/1/packing_slip.pdf`);
  expect(slip.status).not.toBe(403);
});
