import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { logout } from '../../server/accounts/contract';
import type { Buyer, Person, Seller } from '../../server/accounts/policy';
import { endSessions } from '../../server/accounts/sessions/session';
import { streamSigner } from '../../server/cable/turbo-streams';
import { headerStream } from '../../server/pages/header-badges';
import { identifier, RawSocket, welcomed } from '../support/cable';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { startTestServer, type TestServer } from '../support/test-server';

let server: TestServer;
let factory: Factory;
let buyer: Buyer;
let seller: Seller;
const opened: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  factory = new Factory(server);
  buyer = await factory.aBuyer();
  seller = await factory.aSeller();
});
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});
afterAll(() => server.close());

const OFFERS = identifier('OffersChannel');
const ORDERS = identifier('PurchaseOrdersChannel');
const address = (query = '') => `${server.origin.replace('http', 'ws')}/cable${query}`;

async function keep(socket: Promise<RawSocket>) {
  opened.push(await socket);
  return socket;
}

const byCookie = (client: Client) => keep(welcomed(address(), { headers: { Cookie: client.cookieHeader } }));

const tokenOf = (person: Person) => server.services.bearerTokens.issue(person.id);
const byToken = async (person: Person) => keep(welcomed(address(`?token=${await tokenOf(person)}`)));

async function subscribed(socket: RawSocket, to: string) {
  socket.subscribe(to);
  expect(await socket.next()).toEqual({ identifier: to, type: 'confirm_subscription' });
  return socket;
}

const headerOf = (person: Person) =>
  identifier('Turbo::StreamsChannel', {
    signed_stream_name: streamSigner(server.services.config.secretKeyBase).sign(headerStream(person.id)),
  });

test('one is known by the session cookie or by a bearer token in the address', async () => {
  await subscribed(await byCookie(await factory.signedIn(buyer)), OFFERS);
  await subscribed(await byToken(buyer), OFFERS);
});

test('one is known by the header of a bearer token, too', async () => {
  const headers = { Authorization: `Bearer ${await tokenOf(buyer)}` };
  await subscribed(await keep(welcomed(address(), { headers })), OFFERS);
});

test('a websocket at another path is answered with 404 at once', async () => {
  const { hostname, port } = new URL(server.origin);
  const req = request({
    hostname,
    port,
    path: '/socket',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  });
  req.end();
  const [answer] = (await once(req, 'response', { signal: AbortSignal.timeout(2_000) })) as [IncomingMessage];
  expect(answer.statusCode).toBe(404);
});

test.each([
  ['nobody', '', {}],
  ['a header with a token of somebody else’s making', '', { Authorization: 'Bearer x.y.z' }],
  ['a token of somebody else’s making', '?token=x.y.z', {}],
  ['a cookie that nobody signed', '', { Cookie: 'session=s%3Aforged.signature' }],
  ['a cookie that is malformed', '', { Cookie: 'session=%E0%A4%A' }],
])('%s is refused', async (_who, query, headers) => {
  const socket = new RawSocket(address(query), { headers });
  expect(await socket.closed).toBe(1000);
  expect(socket.texts).toEqual(['{"type":"disconnect","reason":"unauthorized","reconnect":false}']);
});

test('both parties of an offer receive its changes, other users do not', async () => {
  const stranger = await subscribed(await byToken(await factory.aBuyer()), OFFERS);
  const [mine, theirs] = [
    await subscribed(await byToken(buyer), OFFERS),
    await subscribed(await byToken(seller), OFFERS),
  ];
  const { id } = await factory.anOffer({ buyer, seller, state: 'seller_review' });
  const heardBySeller = await theirs.next();
  expect(heardBySeller).toEqual({
    identifier: OFFERS,
    message: {
      event: 'submit',
      id,
      state: 'seller_review',
      version: expect.any(Number),
      updated_at: expect.any(String),
    },
  });
  // Only the buyer sees the cart before it.
  const states = (await mine.take(2)).map(({ message }) => (message as { state: string }).state);
  expect(states).toEqual(['draft', 'seller_review']);
  expect(await stranger.settled()).toEqual([]);
});

test('buyer, seller and staff receive an acceptance on the orders channel', async () => {
  const staff = await factory.staff();
  const sockets = [];
  for (const person of [buyer, seller, staff]) sockets.push(await subscribed(await byToken(person), ORDERS));
  const order = await factory.anOrder({ buyer, seller });
  for (const socket of sockets)
    expect((await socket.next()).message).toMatchObject({
      id: order.id,
      status: 'awaiting_initial_payment',
    });
});

test("the header's stream is one's own", async () => {
  const socket = await byToken(buyer);
  socket.subscribe(headerOf(seller));
  expect(await socket.next()).toMatchObject({ type: 'reject_subscription' });
  await subscribed(socket, headerOf(buyer));
  await factory.anOffer({ buyer, seller, state: 'draft' });
  expect(String((await socket.next()).message)).toContain('data-badge="cart"');
});

test('a sign-out ends the session’s sockets within five seconds, and no others', async () => {
  const [leaving, staying] = [await factory.signedIn(buyer), await factory.signedIn(buyer)];
  const [ended, kept] = [await byCookie(leaving), await byCookie(staying)];
  await leaving.call(logout, {});
  expect(await ended.next()).toEqual({ type: 'disconnect', reason: 'remote', reconnect: false });
  expect(await ended.closed).toBe(1000);
  expect(await kept.settled()).toEqual([]);
  const again = new RawSocket(address(), { headers: { Cookie: leaving.cookieHeader } });
  expect(await again.next()).toMatchObject({ reason: 'unauthorized' });
});

test('a new password or a denial ends all of them', async () => {
  const person = await factory.aBuyer();
  const sockets = [await byCookie(await factory.signedIn(person)), await byToken(person)];
  await factory.transaction((tx) => endSessions(tx, person.id));
  for (const socket of sockets) expect(await socket.next()).toMatchObject({ reason: 'remote' });
});

test('the socket of a token deleted in the database closes within a minute', async () => {
  const { socketsStillValid } = await import('../../server/accounts/sessions/socket-authentication');
  const person = await factory.aBuyer();
  const client = await factory.signedIn(person);
  const found: Person[] = [];
  const { identifySocket } = await import('../../server/accounts/sessions/socket-authentication');
  const identify = identifySocket(server.services);
  for (const request of [
    { url: '/cable', headers: { cookie: client.cookieHeader } },
    { url: `/cable?token=${await tokenOf(person)}`, headers: {} },
  ]) {
    const viewer = await identify(request as never);
    if (viewer) found.push(viewer);
  }
  const stillValid = socketsStillValid(server.services);
  const keys = found.map(({ sessionKey }) => sessionKey);
  expect(keys).toHaveLength(2);
  expect([...(await stillValid(found))]).toEqual(expect.arrayContaining(keys));
  await server.services
    .db('sessions')
    .whereRaw("sess -> 'passport' ->> 'user' = ?", [String(person.id)])
    .delete();
  await server.services.db('bearer_tokens').where({ user_id: person.id }).update({ revoked_at: new Date() });
  const after = await stillValid(found);
  expect(keys.filter((key) => after.has(key))).toEqual([]);
});

describe('a session of the extended protocol', () => {
  const EXTENDED = ['actioncable-v1-ext-json'];

  async function opened(client: Client, query = '') {
    const socket = new RawSocket(address(query), {
      headers: { Cookie: client.cookieHeader },
      protocols: EXTENDED,
    });
    await keep(Promise.resolve(socket));
    return { socket, first: await socket.next() };
  }

  /** The query that resumes a session with subscriptions to offers and orders, which was cut. */
  async function cut(client: Client) {
    const { socket, first } = await opened(client);
    for (const to of [OFFERS, ORDERS]) await subscribed(socket, to);
    socket.close();
    return `?sid=${first.sid}`;
  }

  test('resumes for the same sign-in, and brings what was missed', async () => {
    const client = await factory.signedIn(buyer);
    const sid = await cut(client);
    const { id } = await factory.anOffer({ buyer, seller, state: 'draft' });
    const { socket, first } = await opened(client, sid);
    expect(first).toMatchObject({ restored: true, restored_ids: [OFFERS, ORDERS] });
    socket.send({ command: 'history', identifier: OFFERS, history: { since: Date.now() / 1_000 - 60 } });
    const ids = [];
    for (let frame = await socket.next(); frame.type !== 'confirm_history'; frame = await socket.next())
      ids.push((frame.message as { id: number }).id);
    expect(ids).toContain(id);
  });

  test('ends with the sign-in', async () => {
    const client = await factory.signedIn(buyer);
    const sid = await cut(client);
    await client.call(logout, {});
    expect((await opened(client, sid)).first).toMatchObject({ type: 'disconnect', reason: 'unauthorized' });
    const again = await opened(await factory.signedIn(buyer), sid);
    expect(again.first).toEqual({ type: 'welcome', sid: expect.any(String) });
    await factory.anOffer({ buyer, seller, state: 'draft' });
    expect(await again.socket.settled()).toEqual([]);
  });

  test('of an account that was suspended, or of another one, does not resume', async () => {
    const person = await factory.aBuyer();
    const client = await factory.signedIn(person);
    const sid = await cut(client);
    const stranger = await opened(await factory.signedIn(buyer), sid);
    expect(stranger.first).toEqual({ type: 'welcome', sid: expect.any(String) });
    await factory.transaction((tx) => endSessions(tx, person.id));
    expect((await opened(client, sid)).first).toMatchObject({ type: 'disconnect', reason: 'unauthorized' });
  });

  test('resumes what a new role may read', async () => {
    const manager = await factory.aMember(seller, 'manager');
    const client = await factory.signedIn(manager);
    const sid = await cut(client);
    await factory.db('users').where({ id: manager.id }).update({ role: 'warehouse' });
    const { socket, first } = await opened(client, sid);
    expect(first).toMatchObject({ restored: true, restored_ids: [ORDERS] });
    socket.send({ command: 'history', identifier: OFFERS, history: { since: Date.now() / 1_000 - 60 } });
    await factory.anOffer({ buyer, seller, state: 'seller_review' });
    expect(await socket.settled()).toEqual([]);
    socket.subscribe(OFFERS);
    expect(await socket.next()).toEqual({ identifier: OFFERS, type: 'reject_subscription' });
  });
});

test('a plain request for the channel is a page that is not there', async () => {
  const answer = await fetch(`${server.origin}/cable`);
  expect([answer.status, await answer.text()]).toEqual([404, 'Page not found']);
});

test('a restart notifies the sockets', async () => {
  const other = await startTestServer();
  const person = await new Factory(other).aBuyer();
  const token = await other.services.bearerTokens.issue(person.id);
  const socket = await welcomed(`${other.origin.replace('http', 'ws')}/cable?token=${token}`);
  const closed = once(socket.socket, 'close');
  await other.close();
  expect(await socket.next()).toEqual({ type: 'disconnect', reason: 'server_restart', reconnect: true });
  await closed;
});
