import { applyEvent } from '../../server/orders/transitions';
import { createShipment } from '../../server/shipping/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const lastTextTo = async ({ email }: { email: string }) =>
  (await factory.db('mails').where({ recipient: email }).orderBy('id', 'desc').first('text'))?.text ?? '';

test('mails of an order placed, paid and shipped link to its document', async () => {
  const order = await factory.anOrder();
  const orderUrl = `${app.services.config.appUrl}/purchase_orders/${order.id}`;
  const both = async () => [await lastTextTo(order.buyer), await lastTextTo(order.seller)];
  for (const text of await both()) expect(text).toContain(`${orderUrl}/documents/purchase_order.pdf`);
  await factory.transaction((tx) => applyEvent(tx, order.id, 'confirm_payment', { actor: 'provider' }));
  expect(await lastTextTo(order.seller)).toContain(`${orderUrl}/documents/invoice.pdf`);
  await factory.db('purchase_orders').where({ id: order.id }).update({ shipping_terms: 'pickup' });
  const seller = await factory.as(order.seller);
  const { status } = await seller.call(createShipment, { id: order.id }, { shipment: { mode: 'pickup' } });
  expect(status).toBe(201);
  for (const text of await both()) expect(text).toContain(`${orderUrl}/shipments/1/packing_slip.pdf`);
});
