import type { NewWebhookSecret } from '../../server/events/webhooks/contract';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: true });
const factory = new Factory(app);

test('a person sends an endpoint 120 messages an hour by hand', async () => {
  const client = await factory.signedIn(await factory.aBuyer());
  const body = { url: `${app.origin}/dev/webhooks/erp`, types: [] };
  const { webhook } = (await client.request('POST', '/company/webhooks', { body })).body as NewWebhookSecret;
  const send = () => client.request('POST', `/company/webhooks/${webhook.id}/test`);
  await client.csrf();
  const sent = await Promise.all(Array.from({ length: 120 }, send));
  expect(sent.filter(({ status }) => status !== 202)).toEqual([]);
  const refused = await send();
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(await factory.db('webhook_deliveries')).toHaveLength(120);
});
