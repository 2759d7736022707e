import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { RawSocket, startCable, type TestCable, welcomed } from '../support/cable';

let cable: TestCable;
beforeAll(async () => {
  cable = await startCable({
    allowedOrigins: ['https://partner.example.com', /^https?:\/\/localhost:\d+$/],
  });
});
afterAll(() => cable.stop());

const port = () => Number(new URL(cable.origin).port);

/** Sends a raw upgrade request; returns status line, headers and body. */
async function upgrade(
  headers: Readonly<Record<string, string | null>>,
  path = '/cable?user=1',
  method = 'GET',
) {
  const all = {
    Host: new URL(cable.origin).host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: cable.origin,
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const socket = connect(port(), '127.0.0.1');
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  let answer = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    answer += data;
    if (answer.startsWith('HTTP/1.1 101') && answer.includes('\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

test('a page of ours is let in, and no extension is negotiated', async () => {
  const { status, head } = await upgrade({
    'Sec-WebSocket-Protocol': 'actioncable-v1-json, actioncable-unsupported',
    'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
  });
  expect(status).toBe(101);
  expect(head).toContain('sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=');
  expect(head).toContain('sec-websocket-protocol: actioncable-v1-json');
  expect(head).not.toContain('extensions');
});

test.each([
  ['actioncable-v1-json, actioncable-unsupported', 'actioncable-v1-json'],
  ['actioncable-unsupported, actioncable-v1-json', 'actioncable-unsupported'],
  ['actioncable-unsupported', 'actioncable-unsupported'],
  ['my-own, actioncable-v1-json', 'actioncable-v1-json'],
  ['my-own', null],
  ['actioncable-v1-json,actioncable-v1-json', 'actioncable-v1-json'],
  [',, ;bad name', null],
  ['', null],
  [null, null],
])('of the protocols %o the server takes %o', async (offered, taken) => {
  const { status, head } = await upgrade({ 'Sec-WebSocket-Protocol': offered });
  expect(status).toBe(101);
  expect(/sec-websocket-protocol: (.*)/.exec(head)?.[1] ?? null).toBe(taken);
});

test('without any protocol the connection works all the same', async () => {
  const socket = await welcomed(cable.address(), { protocols: [] });
  expect(socket.socket.protocol).toBe('');
  socket.close();
});

describe('origins', () => {
  const own = () => cable.origin;
  test.each<[string, () => string | null, number]>([
    ['its own', own, 101],
    ["the application's address", () => 'https://shop.example.com', 101],
    ['one from the list', () => 'https://partner.example.com', 101],
    ['one that matches a pattern of the list', () => 'http://localhost:3035', 101],
    ['missing', () => null, 404],
    ['null', () => 'null', 404],
    ['of another scheme', () => own().replace('http', 'https'), 404],
    ['of another port', () => `${own()}0`, 404],
    ['that only begins like ours', () => `${own()}.evil.example`, 404],
    ['that only begins like one from the list', () => 'https://partner.example.com.evil.example', 404],
    ['with a path', () => `${own()}/`, 404],
    ['of a stranger', () => 'https://evil.example', 404],
  ])('an Origin %s: %#', async (_what, origin, expected) => {
    const { status, body, head } = await upgrade({ Origin: origin() });
    expect(status).toBe(expected);
    if (expected === 404) {
      expect(body).toBe('Page not found');
      expect(head).toContain('content-type: text/plain; charset=utf-8');
    }
  });

  test('forwarded headers count only behind a proxy that is trusted', async () => {
    const forwarded = {
      Origin: 'https://front.example.com',
      'X-Forwarded-Host': 'front.example.com',
      'X-Forwarded-Proto': 'https',
    };
    expect((await upgrade(forwarded)).status).toBe(404);
    const behind = await startCable({ trustProxy: 1 });
    try {
      const options = { origin: forwarded.Origin, headers: forwarded };
      (await welcomed(behind.address(), options)).close();
    } finally {
      await behind.stop();
    }
  });
});

test.each<[string, Readonly<Record<string, string | null>>, string]>([
  ['an old version', { 'Sec-WebSocket-Version': '8' }, 'GET'],
  ['no version', { 'Sec-WebSocket-Version': null }, 'GET'],
  ['no key', { 'Sec-WebSocket-Key': null }, 'GET'],
  ['a bad key', { 'Sec-WebSocket-Key': 'short' }, 'GET'],
  ['another method', {}, 'POST'],
])('%s is no websocket request: 404', async (_what, headers, method) => {
  const { status, body } = await upgrade(headers, '/cable', method);
  expect([status, body]).toEqual([404, 'Page not found']);
});

test('a plain request for the channel gets 404 in plain text', async () => {
  const answer = await fetch(`${cable.origin}/cable`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toBe('Page not found');
});

test('a websocket at another path gets 404', async () => {
  expect((await upgrade({}, '/cables')).status).toBe(404);
  expect((await upgrade({}, '/elsewhere')).status).toBe(404);
});

test('an offer to speak HTTP/2 is passed over, and the request answered', async () => {
  const req = request({ port: port(), path: '/page', headers: { Connection: 'Upgrade', Upgrade: 'h2c' } });
  req.end();
  const [answer] = await once(req, 'response');
  expect(answer.statusCode).toBe(200);
  expect(String((await answer.toArray())[0])).toBe('answered /page');
});

test('a signed-out socket gets only the disconnect message after the upgrade', async () => {
  const socket = new RawSocket(cable.address(0));
  await socket.opened();
  socket.subscribe('{"channel":"NotesChannel"}');
  expect(await socket.closed).toBe(1000);
  expect(socket.texts).toEqual(['{"type":"disconnect","reason":"unauthorized","reconnect":false}']);
});

test('when identification fails, the socket closes without a message and the client may reconnect', async () => {
  const broken = await startCable({ identify: () => Promise.reject(new Error('database away')) });
  const socket = new RawSocket(broken.address());
  expect(await socket.closed).toBe(1011);
  expect(socket.texts).toEqual([]);
  await broken.stop();
});
