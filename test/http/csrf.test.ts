import { presign } from '../../server/storage/contract';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';
import { PASSWORD, World } from '../support/factories';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('the answer to a sign-in carries the token that the next call needs', async () => {
  const { email } = await new World(app).aSeller();
  const client = new Client(app.origin);
  const before = await client.csrf();
  const answer = await client.request('POST', '/login', { body: { user: { email, password: PASSWORD } } });
  const after = answer.headers.get('X-CSRF-Token');
  expect(after).toEqual(expect.any(String));
  expect(after).not.toBe(before);
  expect((await client.call(presign, {}, {})).status).toBe(200);
  const stale = await client.request('POST', '/presigned_urls', { headers: { 'X-CSRF-Token': before } });
  expect([stale.status, stale.body]).toEqual([422, { error: 'Invalid authenticity token' }]);
});
