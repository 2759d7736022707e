import { openPayment, verifyPayment } from '../../server/payments/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);

const OLD = 'http://localhost:9';

test('payments started under another origin continue under the present one', async () => {
  const order = await factory.anOrder();
  const buyer = await factory.as(order.buyer);
  const { url } = (await buyer.call(openPayment, { id: order.id })).body;
  expect(url).toMatch(new RegExp(`^${app.origin}/sandbox/checkout/cs_`));
  await factory.db.raw(`update sandbox_objects set data = replace(data::text, ?, ?)::jsonb`, [
    app.origin,
    OLD,
  ]);
  expect((await buyer.call(openPayment, { id: order.id })).body.url).toBe(url);

  const paid = await buyer.request('POST', `${new URL(url).pathname}/pay_by_bank`);
  expect(paid.headers.get('Location')).toBe(`/my_orders?stripe_success=true&purchase_order_id=${order.id}`);
  await buyer.request('PUT', `/marketplace/purchase_orders/${order.id}`);
  await factory.db.raw(`update sandbox_objects set data = replace(data::text, ?, ?)::jsonb`, [
    app.origin,
    OLD,
  ]);
  const verify = (await buyer.call(verifyPayment, { id: order.id })).body.url;
  expect(verify).toMatch(new RegExp(`^${app.origin}/sandbox/verify/pi_`));
  const over = await buyer.request('GET', new URL(url).pathname, { headers: { Accept: 'text/html' } });
  expect(over.text).not.toContain(OLD);
});
