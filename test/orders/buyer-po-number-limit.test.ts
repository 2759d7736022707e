import { changeBuyerPoNumber, showPurchaseOrder } from '../../server/orders/contract';
import { applyEvent } from '../../server/orders/transitions';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: true }));

async function anOrder() {
  const order = await factory.anOrder();
  const client = await factory.as(order.buyer);
  const rename = (buyer_po_number: string) =>
    client.call(changeBuyerPoNumber, { id: order.id }, { buyer_po_number });
  const pay = () =>
    factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' }));
  return { ...order, client, rename, pay };
}

test('a paid order takes 10 other numbers a day, each with its invoice; the eleventh is told to wait', async () => {
  const order = await anOrder();
  for (let count = 1; count <= 12; count++) expect((await order.rename(`A-${count}`)).status).toBe(200);
  await order.pay();
  for (let count = 1; count <= 10; count++)
    for (const _again of [1, 2]) expect((await order.rename(`B-${count}`)).status).toBe(200);
  const refused = await order.rename('B-11');
  expect([refused.status, refused.body]).toMatchObject([
    429,
    { error: 'You can change the PO number of a paid order 10 times a day. Try again tomorrow.' },
  ]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  expect((await order.rename('B-10')).status).toBe(200);
  const { body } = await order.client.call(showPurchaseOrder, { id: order.id });
  expect(body.data.attributes.buyer_po_number).toBe('B-10');
  const invoices = factory.db('documents').where({ purchase_order_id: order.id, kind: 'invoice' });
  expect(await invoices).toHaveLength(11);
});

test('orders count apart: software that names many of them is not stopped', async () => {
  const orders = [await anOrder(), await anOrder()];
  for (const order of orders) {
    await order.pay();
    for (let count = 1; count <= 10; count++) expect((await order.rename(`C-${count}`)).status).toBe(200);
  }
});
