import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: true });

const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Hello' };

/** Every call with a limit per address: the limit, and a request that is counted. */
const CALLS: readonly [string, number, string, string, unknown][] = [
  ['POST /login', 100, 'POST', '/login', { user: { email: 'no', password: 'no' } }],
  ['POST /password', 20, 'POST', '/password', { user: { email: 'a@example.com' } }],
  ['PUT /password', 20, 'PUT', '/password', { user: { reset_password_token: 'x', password: 'x' } }],
  ['GET /magic_sign_in', 60, 'GET', '/magic_sign_in?magic_sauce=x', null],
  ['POST /profiles', 20, 'POST', '/profiles', { profile: {} }],
  ['POST /contact_us', 10, 'POST', '/contact_us', { contact_us: MESSAGE }],
];

const statusOf = async (client: Client, method: string, path: string, body: unknown) =>
  (await client.request(method, path, { body })).status;

test.each(CALLS)('%s is counted alone, up to %i calls', async (called, limit, method, path, body) => {
  await app.services.limitsPool.query('delete from rate_limits');
  const client = new Client(app.origin);
  await client.csrf();
  const allowed = await Promise.all(
    Array.from({ length: limit }, () => statusOf(client, method, path, body)),
  );
  expect(allowed.filter((status) => status === 429)).toEqual([]);
  const after = Object.fromEntries(
    await Promise.all(
      CALLS.map(async ([name, , ...request]) => [
        name,
        (await statusOf(client, request[0], request[1], request[2])) === 429,
      ]),
    ),
  );
  expect(after).toEqual(Object.fromEntries(CALLS.map(([name]) => [name, name === called])));
});

test('uploads do not count against previews', async () => {
  const factory = new Factory(app);
  const seller = await factory.as(await factory.aSeller());
  const upload = () => statusOf(seller, 'POST', '/presigned_urls', {});
  expect(await upload()).toBe(200);
  await app.services.limitsPool.query('update rate_limits set points = 600');
  expect(await upload()).toBe(429);
  const preview = { operation: 'get_object', key: 'uploads/none' };
  expect(await statusOf(seller, 'POST', '/presigned_urls', preview)).toBe(404);
});
