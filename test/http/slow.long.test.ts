import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { signature } from '../../server/storage/signature';
import { type TestDatabase, testDatabase } from '../support/database';
import { type Run, start, stopAll, until } from '../support/process';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET_KEY_BASE = 'the-secret-key-base-of-the-tests-of-slow-bodies';

/** The disk store's signed upload address. */
function uploadPath(name: string) {
  const [key, expires] = [`uploads/${name}`, Math.floor(Date.now() / 1_000) + 600];
  return `/storage/${key}?expires=${expires}&signature=${signature(SECRET_KEY_BASE, { method: 'PUT', key, expires })}`;
}

let database: TestDatabase;
let run: Run;
let port: number;

beforeAll(async () => {
  database = await testDatabase();
  run = start('dist/web.js', {
    DATABASE_URL: database.url,
    PORT: '0',
    DATA_DIR: 'tmp/test-slow',
    SECRET_KEY_BASE,
  });
  const [, found] = await run.waitForOutput(/"port":(\d+)/);
  port = Number(found);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);
});
afterAll(async () => {
  await stopAll();
  await database.drop();
});

async function open(): Promise<{ socket: Socket; output: () => string; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, output: () => answer, closed };
}

test.concurrent('300 clients that send a header a second are disconnected, and other requests are served meanwhile', async () => {
  const slow = await Promise.all(Array.from({ length: 300 }, open));
  for (const { socket } of slow) socket.write('GET /sign_in HTTP/1.1\r\nHost: localhost\r\n');
  const drip = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('X-Slow: yes\r\n');
  }, 1_000);
  try {
    const waits: number[] = [];
    let waiting = true;
    const ended = Promise.all(slow.map(({ closed }) => closed)).then(() => {
      waiting = false;
    });
    while (waiting) {
      const sentAt = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/sign_in`)).status).toBe(200);
      waits.push(performance.now() - sentAt);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    for (const { output } of slow) expect(output()).toMatch(/^HTTP\/1\.1 408 /);
    const sorted = waits.sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(1_000);
  } finally {
    clearInterval(drip);
  }
});

/** The promised time and a margin for a busy machine. */
const CLOSED_WITHIN_MS = 34_000;

const head = (request: string, ...headers: string[]) =>
  `${[`${request} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;
const JSON_BODY = 'Content-Type: application/json';
const FORM_BODY = 'Content-Type: application/x-www-form-urlencoded';
const MULTIPART = 'Content-Type: multipart/form-data; boundary=edge';
const LENGTH = 'Content-Length: 200000';
const CHUNKED = 'Transfer-Encoding: chunked';
const SEARCH = 'POST /marketplace/products/search';

const SLOW_BODIES: readonly [string, string, string][] = [
  ['JSON', head(SEARCH, JSON_BODY, LENGTH), ' '],
  ['JSON in chunks', head(SEARCH, JSON_BODY, CHUNKED), '1\r\n \r\n'],
  ['urlencoded', head('POST /login', FORM_BODY, LENGTH), 'a'],
  ['multipart', head('POST /login', MULTIPART, LENGTH), '-'],
  ['multipart in chunks', head('POST /imported_csvs', MULTIPART, CHUNKED), '1\r\n-\r\n'],
  ['a webhook', head('POST /webhooks/stripe', JSON_BODY, LENGTH), ' '],
  ['an upload', head(`PUT ${uploadPath('slow')}`, LENGTH), 'a'],
  ['an upload in chunks', head(`PUT ${uploadPath('slow-chunks')}`, CHUNKED), '1\r\na\r\n'],
  ['no body at all', head(SEARCH, JSON_BODY, LENGTH), ''],
];

test.concurrent('a body that trickles in is answered 408 and its connection closed, whatever it is', async () => {
  const began = performance.now();
  const slow = await Promise.all(
    SLOW_BODIES.map(async ([name, request, piece]) => ({ name, piece, ...(await open()), request })),
  );
  for (const { socket, request } of slow) socket.write(request);
  const drip = setInterval(() => {
    for (const { socket, piece } of slow) if (socket.writable) socket.write(piece);
  }, 1_000);
  try {
    await Promise.all(slow.map(({ closed }) => closed));
  } finally {
    clearInterval(drip);
  }
  expect(performance.now() - began).toBeLessThan(CLOSED_WITHIN_MS);
  const statuses = slow.map(({ name, output }) => [name, output().slice(0, 12)]);
  expect(statuses).toEqual(SLOW_BODIES.map(([name]) => [name, 'HTTP/1.1 408']));
});

test.concurrent('an upload that is slow, but steady, is taken', async () => {
  const { socket, output } = await open();
  const [pieces, piece] = [32, Buffer.alloc(16_000)];
  socket.write(head(`PUT ${uploadPath('steady')}`, `Content-Length: ${pieces * piece.length}`));
  for (let sent = 0; sent < pieces; sent += 1) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await until(async () => output() !== '');
  expect(output()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test.each([
  ['an upload past 35 MB', head(`PUT ${uploadPath('endless')}`, CHUNKED), 413],
  ['JSON past 256 KB', head(SEARCH, JSON_BODY, CHUNKED), 413],
  ['an unsigned upload', head('PUT /storage/uploads/x?expires=1&signature=x', CHUNKED), 403],
  ['a body for no address', head('POST /nowhere', CHUNKED), 413],
])('%s that never ends is answered, and its connection closed', async (_name, request, status) => {
  const { socket, output, closed } = await open();
  socket.write(request);
  const bytes = 1_000_000;
  const chunk = Buffer.concat([
    Buffer.from(`${bytes.toString(16)}\r\n`),
    Buffer.alloc(bytes, ' '),
    Buffer.from('\r\n'),
  ]);
  const send = setInterval(() => {
    if (socket.writable && socket.writableLength === 0) socket.write(chunk);
  }, 10);
  try {
    await closed;
  } finally {
    clearInterval(send);
  }
  expect(Number(output().slice(9, 12))).toBe(status);
});

test('hostile requests do not slow down other requests', async () => {
  const post = (body: string, type = 'application/json') =>
    fetch(`http://127.0.0.1:${port}/marketplace/products/search`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    }).then(({ status }) => status);
  const hostile = [
    () => post(`{"a":1234567890123456,"b":"${'\\"'.repeat(125_000)}`),
    () => post(`{"a":${'1'.repeat(250_000)}.5}`),
    () => post(`{"a":${'['.repeat(100_000)}`),
    () => post(`{${'"a":1,'.repeat(40_000)}"b":1}`),
    () => post('a[]=1&'.repeat(40_000), 'application/x-www-form-urlencoded'),
    () => post(`a=${'%41'.repeat(80_000)}`, 'application/x-www-form-urlencoded'),
  ];
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_none, index) => hostile[index % hostile.length]?.()),
  );
  for (const status of statuses) expect([200, 400, 413, 422]).toContain(status);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
});

test('the logs contain nothing that signs in', async () => {
  const origin = `http://127.0.0.1:${port}`;
  const secret = 'a-secret-that-nobody-may-read';
  const page = await fetch(`${origin}/sign_in?token=${secret}`);
  const [, token = ''] = /name="csrf-token" content="([^"]+)"/.exec(await page.text()) ?? [];
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const paths = [
    `/current_user.json?user[token]=${secret}`,
    `/current_user.json?user%5Btoken%5D=${secret}`,
    `/magic_sign_in?magic_sauce=${secret}`,
    `/magic/sign_in/${secret}`,
    `/reset_password?reset_password_token=${secret}`,
    `/me?password=${secret}`,
  ];
  for (const path of paths) await fetch(origin + path, { headers: { Authorization: `Bearer ${secret}` } });
  const bodies: [string, string, object][] = [
    ['POST', '/login', { user: { email: 'x@example.com', password: secret } }],
    [
      'PUT',
      '/password',
      { user: { reset_password_token: secret, password: secret, confirm_password: secret } },
    ],
  ];
  for (const [method, path, body] of bodies) {
    const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token, Cookie: cookie };
    expect((await fetch(origin + path, { method, headers, body: JSON.stringify(body) })).status).toBeLessThan(
      500,
    );
  }
  const last = `/last-one-${Date.now()}`;
  await fetch(origin + last);
  await run.waitForOutput(new RegExp(last));
  expect(run.output()).toContain('magic_sauce=[hidden]');
  expect(run.output()).not.toContain(secret);
  expect(run.output()).not.toContain(token);
});
