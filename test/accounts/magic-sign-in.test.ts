import { magicSignIn, me } from '../../server/accounts/contract';
import type { Person } from '../../server/accounts/policy';
import { issueToken } from '../../server/accounts/sessions/one-time-tokens';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { useTestApp } from '../support/test-app';

const app = useTestApp();
const factory = new Factory(app);

const linkFor = (person: Person) => factory.transaction((tx) => issueToken(tx, person.id, 'magic'));
const open = (client: Client, token: string, headers: Record<string, string>) =>
  client.request('GET', `/magic_sign_in?magic_sauce=${token}`, { headers });
const emailOf = async (client: Client) => (await client.call(me, {})).body.user?.email;

test.each([
  ['a call', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
  ['a link', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  ['a picture', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
  ['a script', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }],
  ['a picture on our own page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'image' }],
  ['a frame on our own page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'iframe' }],
])('%s that another site can cause uses no link, and signs nobody in or out', async (_what, headers) => {
  const victim = await factory.aBuyer();
  const client = await factory.signedIn(victim);
  const token = await linkFor(await factory.aBuyer({ status: 'approved' }));
  for (const sauce of [token, 'made-up']) {
    const answer = await open(client, sauce, headers);
    expect([answer.status, answer.body]).toEqual([403, { error: 'Forbidden', code: 'forbidden' }]);
    expect(answer.headers.getSetCookie().join()).not.toContain('auth_token');
  }
  expect(await emailOf(client)).toBe(victim.email);
  const visitor = new Client(app.origin);
  expect((await open(visitor, token, headers)).headers.get('Authorization')).toBeNull();
  expect((await visitor.call(magicSignIn, {}, undefined, { magic_sauce: token })).status).toBe(200);
});

test.each([
  ['without the headers', {}],
  ['by our own page', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' }],
  ['by a subdomain', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Dest': 'empty' }],
  ['typed in', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Dest': 'document' }],
])('a link used %s signs in', async (_how, headers) => {
  const person = await factory.aBuyer({ status: 'approved' });
  const client = new Client(app.origin);
  const answer = await open(client, await linkFor(person), headers as Record<string, string>);
  expect(answer.status).toBe(200);
  expect(await emailOf(client)).toBe(person.email);
});

test('an API client whose link failed gets an error and stays signed in', async () => {
  const buyer = await factory.aBuyer();
  const client = await factory.signedIn(buyer);
  expect((await open(client, 'made-up', {})).status).toBe(401);
  expect(await emailOf(client)).toBe(buyer.email);
});
