import type { ErrorReports } from '../../server/errors/error-reports';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';

const reported: Error[] = [];
const errorReports: ErrorReports = {
  report: (error) => void reported.push(error as Error),
  close: async () => undefined,
};

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({}, { errorReports });
});
afterAll(() => app.stop());
beforeEach(async () => {
  reported.splice(0);
  await app.services.db('rate_limits').del();
});

const send = (body: object) => new Client(app.origin).request('POST', '/client_errors', { body });

test('an error of a page is forwarded without addresses of pages and people', async () => {
  const stack = `TypeError: it broke\n    at run (${app.origin}/build/index-AB12.js:1:2)\n    at ${app.origin}/magic/sign_in/private-token:3:4`;
  expect(
    (
      await send({
        message: 'it broke for private@example.com at https://x.example/search?query=private',
        stack,
      })
    ).status,
  ).toBe(204);
  expect(reported).toHaveLength(1);
  expect(reported[0]?.message).toBe('it broke for [email] at https://x.example/search');
  expect(reported[0]?.stack).toContain('/build/index-AB12.js:1:2');
  expect(reported[0]?.stack).not.toContain('private');
});

test.each([
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r', '[token]'],
  ['/magic/sign_in/x7Jq2bYt0vWc9ZkLm4RsA1dE8fGhI3oP', '/magic/sign_in/[hidden]'],
  ['x7Jq2bYt0vWc9ZkLm4RsA1dE8fGhI3oP', '[token]'],
  ['3f2b8c1e-9d4a-4b7f-8e6d-0a1b2c3d4e5f', '[token]'],
  ['"s:x7Jq2bYt0vWc9ZkLm4Rs.A1dE8fGhI3oP"', '"s:[token]"'],
  ['getBoundingClientRectangle', 'getBoundingClientRectangle'],
])('of %s a report says %s', async (secret, shown) => {
  expect((await send({ message: `Failed at ${secret} here` })).status).toBe(204);
  expect(reported[0]?.message).toBe(`Failed at ${shown} here`);
});

test('errors of extensions are dropped', async () => {
  const stack = 'Error: x\n    at chrome-extension://abcdef/content.js:1:2';
  expect((await send({ message: 'x', stack })).status).toBe(204);
  expect(reported).toEqual([]);
});

test('what is too long or says nothing is dropped with 204', async () => {
  for (const body of [{}, { message: 1 }, { message: null, stack: [] }, { message: 'x'.repeat(2_100) }])
    expect((await send(body)).status).toBe(204);
  expect(reported).toEqual([]);
});

test('ten a minute are taken from an address, and all get 204', async () => {
  for (let index = 0; index < 12; index += 1) expect((await send({ message: 'again' })).status).toBe(204);
  expect(reported).toHaveLength(10);
});

test('a report needs the CSRF token', async () => {
  const answer = await new Client(app.origin).send('POST', '/client_errors', {
    body: '{"message":"x"}',
    headers: { 'Content-Type': 'application/json' },
  });
  expect(answer.status).toBe(422);
  expect(reported).toEqual([]);
});
