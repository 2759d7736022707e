import type { IncomingMessage } from 'node:http';
import { signedAccounts } from '../../server/accounts/sessions/signed-account';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

const request = (headers: Record<string, string>, url = '/') => ({ headers, url }) as IncomingMessage;

test('a session and a bearer token are one account, once a page was answered', async () => {
  const { accountOf, learn } = signedAccounts(app.services);
  const person = await factory.aBuyer();
  const client = await factory.signedIn(person);
  const bySession = request({ cookie: client.cookieHeader });
  const session = accountOf(bySession);
  expect(session).toMatch(/^session /);
  learn(Object.assign(bySession, { viewer: person }), session ?? '');
  const token = await app.services.bearerTokens.issue(person.id);
  const byToken = accountOf(request({ authorization: `Bearer ${token}` }));
  expect(accountOf(bySession)).toBe(byToken);
  expect(byToken).toBe(`user ${person.id}`);
  expect(accountOf(request({}, `/cable?token=${token}`))).toBe(byToken);
});

test('what is not signed by us is nobody', async () => {
  const { accountOf } = signedAccounts(app.services);
  const person = await factory.aBuyer();
  const token = await app.services.bearerTokens.issue(person.id);
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ sub: '1', exp: 9_999_999_999 })).toString('base64url');
  for (const forged of [`${header}.${payload}.${signature}`, `${token}x`, 'x', 'a.b.c', '..'])
    expect(accountOf(request({ authorization: `Bearer ${forged}` }))).toBeNull();
  expect(accountOf(request({ cookie: 'session=s%3Aforged.signature' }))).toBeNull();
  expect(accountOf(request({}))).toBeNull();
});
