import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const factory = new Factory(useTestApp({ rateLimits: true }));

test('A company sends 60 batches a minute, whoever of it sends them', async () => {
  const seller = await factory.aSeller();
  const [one, other] = [(await factory.aKey(seller)).client, await factory.as(seller)];
  const send = (client = one) =>
    client.request('PUT', '/products/batch', { body: { products: [{ id: 1 }] } });
  for (let sent = 0; sent < 60; sent++) expect((await send(sent % 2 ? one : other)).status).toBe(200);
  const refused = await send(other);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await send((await factory.aKey(await factory.aSeller())).client)).status).toBe(200);
});
