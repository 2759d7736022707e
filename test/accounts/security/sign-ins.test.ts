import { login, logout, magicSignIn } from '../../../server/accounts/contract';
import { deleteExpired } from '../../../server/accounts/jobs';
import type { Person } from '../../../server/accounts/policy';
import { endOtherSignIns, endSignIn, showSecurity } from '../../../server/accounts/security/contract';
import { addressOf, deviceOf } from '../../../server/accounts/security/device';
import { issueToken } from '../../../server/accounts/sessions/one-time-tokens';
import { RawSocket, welcomed } from '../../support/cable';
import { Client } from '../../support/client';
import { Factory, PASSWORD } from '../../support/factories';
import { startTestServer, type TestServer } from '../../support/test-server';

let server: TestServer;
let factory: Factory;

beforeAll(async () => {
  server = await startTestServer();
  factory = new Factory(server);
});
afterAll(() => server.close());

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const bearerOf = (headers: Headers) => (headers.get('Authorization') ?? '').slice('Bearer '.length);

/** Signs in by a browser; `token` is the bearer that the answer brought. */
async function browser({ email }: Person, userAgent = CHROME) {
  const client = new Client(server.origin, { 'User-Agent': userAgent });
  const answer = await client.call(login, {}, { user: { email, password: PASSWORD } });
  return { client, token: bearerOf(answer.headers) };
}

const listOf = async (client: Client) => (await client.call(showSecurity, {})).body.sign_ins;
const byBearer = (token: string) => new Client(server.origin, { Authorization: `Bearer ${token}` });
const statusOf = async (client: Client) => (await client.request('GET', '/me')).status;
const cableAddress = (query = '') => `${server.origin.replace('http', 'ws')}/cable${query}`;
const socketOf = ({ cookieHeader }: Client) =>
  welcomed(cableAddress(), { headers: { Cookie: cookieHeader } });

test('each sign-in is listed with its device and address, the own one first', async () => {
  const buyer = await factory.aBuyer();
  const { client: elsewhere } = await browser(buyer, 'LotwiseApp/4.1 (iPhone; iOS 26.0)');
  const { client, token } = await browser(buyer);
  const [own, other] = await listOf(client);
  expect(own).toMatchObject({ device: 'Chrome on macOS', ip: '127.0.0.1', current: true });
  expect(other).toMatchObject({ device: 'LotwiseApp', ip: '127.0.0.1', current: false });
  expect((await listOf(byBearer(token))).map(({ current }) => current)).toEqual([true, false]);
  expect((await listOf(elsewhere)).map(({ device }) => device)).toEqual(['LotwiseApp', 'Chrome on macOS']);
  expect(await listOf(await factory.signedIn(await factory.aBuyer()))).toHaveLength(1);
});

test('a link’s sign-in is listed, too', async () => {
  const buyer = await factory.aBuyer();
  const token = await factory.transaction((tx) => issueToken(tx, buyer.id, 'magic'));
  const client = new Client(server.origin);
  await client.call(magicSignIn, {}, undefined, { magic_sauce: token });
  expect(await listOf(client)).toMatchObject([{ current: true }]);
});

test('ending one ends its session, its bearer token and its sockets within five seconds', async () => {
  const buyer = await factory.aBuyer();
  const [lost, here] = [await browser(buyer), await browser(buyer)];
  const sockets = [await socketOf(lost.client), await welcomed(cableAddress(`?token=${lost.token}`))];
  const kept = await socketOf(here.client);
  const ending = (await listOf(here.client)).find(({ current }) => !current);
  const answer = await here.client.call(endSignIn, { uuid: ending?.id ?? '' });
  expect(answer.status).toBe(204);
  for (const socket of sockets) {
    expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
    expect(await socket.closed).toBe(1000);
  }
  expect(await Promise.all([statusOf(lost.client), statusOf(byBearer(lost.token))])).toEqual([401, 401]);
  expect(await Promise.all([statusOf(here.client), statusOf(byBearer(here.token))])).toEqual([200, 200]);
  expect(await kept.settled()).toEqual([]);
  kept.close();
  expect(await listOf(here.client)).toHaveLength(1);
});

test('of several calls that end one at once, one does', async () => {
  const buyer = await factory.aBuyer();
  await browser(buyer);
  const { client } = await browser(buyer);
  const uuid = (await listOf(client)).at(-1)?.id ?? '';
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(endSignIn, { uuid })));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
});

test('ending all others leaves this one alone, also where others are on no list', async () => {
  const buyer = await factory.aBuyer();
  const [unlisted, lost, here] = [await browser(buyer), await browser(buyer), await browser(buyer)];
  const bystander = await browser(await factory.aBuyer());
  await factory
    .db('sign_ins')
    .where({ id: (await listOf(unlisted.client))[0]?.id ?? '' })
    .delete();
  const sockets = [await socketOf(lost.client), await socketOf(unlisted.client)];
  const kept = await socketOf(here.client);
  expect((await here.client.call(endOtherSignIns, {})).status).toBe(204);
  for (const socket of sockets) {
    await socket.closed;
    const again = new RawSocket(cableAddress(), { headers: { Cookie: lost.client.cookieHeader } });
    expect(await again.next()).toMatchObject({ reason: 'unauthorized' });
  }
  // It comes back at once.
  expect(await kept.next()).toMatchObject({ type: 'disconnect', reconnect: true });
  (await socketOf(here.client)).close();
  for (const { client, token } of [lost, unlisted])
    expect(await Promise.all([statusOf(client), statusOf(byBearer(token))])).toEqual([401, 401]);
  for (const { client, token } of [here, bystander])
    expect(await Promise.all([statusOf(client), statusOf(byBearer(token))])).toEqual([200, 200]);
  expect(await listOf(here.client)).toMatchObject([{ current: true }]);
});

test('by a bearer token, the session of the same sign-in stays', async () => {
  const buyer = await factory.aBuyer();
  const [lost, here] = [await browser(buyer), await browser(buyer)];
  await byBearer(here.token).call(endOtherSignIns, {});
  expect(await Promise.all([statusOf(here.client), statusOf(byBearer(here.token))])).toEqual([200, 200]);
  expect(await statusOf(lost.client)).toBe(401);
});

test('a foreign sign-in, a missing one, and none get the same answer', async () => {
  const [{ client }, stranger] = [
    await browser(await factory.aBuyer()),
    await browser(await factory.aBuyer()),
  ];
  const [foreign] = await listOf(stranger.client);
  const answers = [];
  for (const uuid of [foreign?.id ?? '', '00000000-0000-4000-8000-000000000000', 'x', "1' or true"])
    answers.push(await client.call(endSignIn, { uuid }));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['404 {"error":"Not Found","code":"not_found"}']),
  );
  expect(await statusOf(stranger.client)).toBe(200);
});

test('signing out by the bearer token alone ends the whole sign-in', async () => {
  const { client, token } = await browser(await factory.aBuyer());
  await byBearer(token).call(logout, {});
  expect(await Promise.all([statusOf(client), statusOf(byBearer(token))])).toEqual([401, 401]);
});

test('when one was last here is written with the hourly renewal, not with each request', async () => {
  const { client } = await browser(await factory.aBuyer());
  const [{ id = '' } = {}] = await listOf(client);
  const seen = async () => (await factory.db('sign_ins').where({ id }).first('last_seen_at'))?.last_seen_at;
  const renewed = await seen();
  for (let request = 0; request < 5; request += 1) await statusOf(client);
  expect(await seen()).toEqual(renewed);
});

test('sign-ins of more than 30 days ago are deleted', async () => {
  const [old, recent] = [await browser(await factory.aBuyer()), await browser(await factory.aBuyer())];
  const [{ id = '' } = {}] = await listOf(old.client);
  await factory
    .db('sign_ins')
    .where({ id })
    .update({ last_seen_at: new Date(Date.now() - 31 * 86_400_000) });
  await deleteExpired.work(server.services, {});
  expect(await factory.db('sign_ins').where({ id })).toEqual([]);
  expect(await listOf(recent.client)).toHaveLength(1);
});

test.each([
  [CHROME, 'Chrome on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
  ['Mozilla/5.0', 'Unknown device'],
])('%s is shown as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('a device’s name is short and plain', () => {
  expect(deviceOf(`${'<b>'.repeat(20_000)}/1`)).toBe('b'.repeat(60));
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['fe80::1%eth0', null],
  ['unknown', null],
  [undefined, null],
])('the address %s is kept as %s', (ip, address) => {
  expect(addressOf({ ip } as never)).toBe(address);
});
