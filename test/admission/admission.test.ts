import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoadShedder } from '../../server/admission/admission';
import { FakeClock } from './fake-clock';

const ROUTES = [
  { method: 'PUT', path: '/offers/:id/accept', load: 'A' },
  { method: 'POST', path: '/login', load: 'A' },
  { method: 'GET', path: '/offers.csv', load: 'D' },
] as const;

let clock: FakeClock;
let random: number;
let shed: string[];
let held: ServerResponse[];
let canceled: string[];
let shedder: LoadShedder;
let server: Server;
let origin: string;

const accountOf = ({ headers }: IncomingMessage) => (headers['x-account'] as string | undefined) ?? null;

beforeEach(async () => {
  clock = new FakeClock();
  [random, shed, held, canceled] = [0.5, [], [], []];
  shedder = new LoadShedder({
    routes: ROUTES,
    accountOf,
    addressOf: () => '192.0.2.1',
    inScope(load, act) {
      act();
      return () => canceled.push(load);
    },
    clock,
    busyShare: () => 0.5,
    random: () => random,
    onShed: (load, reason) => shed.push(`${load} ${reason}`),
  });
  server = createServer((req, res) =>
    shedder.admit(req, res, ({ load }) => {
      if (req.url?.includes('hold')) held.push(res);
      else res.end(load);
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  shedder.stop();
  server.closeAllConnections();
  server.close();
});

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { method, headers });
const as = (account: string) => ({ 'X-Account': account });
const textOf = async (answer: Promise<Response>) => (await answer).text();

/** Turns of the event loop as long as its delay will be. */
const delay = (ms: number) => clock.pass(20 * (ms + 20), ms + 20);

test('without delay everything is answered', async () => {
  clock.pass(1_000);
  random = 0;
  expect(await textOf(ask('GET', '/'))).toBe('C');
  expect(await textOf(ask('GET', '/', as('ada')))).toBe('B');
  expect(await textOf(ask('PUT', '/offers/1/accept', as('ada')))).toBe('A');
  expect(shed).toEqual([]);
});

test('browsing is refused first, own pages then, commits last', async () => {
  const statuses = async () => [
    (await ask('GET', '/')).status,
    (await ask('GET', '/offers.csv', as('ada'))).status,
    (await ask('GET', '/', as('ada'))).status,
    (await ask('PUT', '/offers/1/accept', as('ada'))).status,
    (await ask('GET', '/up')).status,
  ];
  delay(120);
  expect(await statuses()).toEqual([503, 503, 200, 200, 200]);
  delay(400);
  expect(await statuses()).toEqual([503, 503, 503, 200, 200]);
  delay(1_400);
  expect(await statuses()).toEqual([503, 503, 503, 503, 200]);
  expect(shed.slice(0, 2)).toEqual(['C lag', 'D lag']);
});

test('a share of the class is refused within its ramp', async () => {
  delay(75);
  random = 0.2;
  expect((await ask('GET', '/')).status).toBe(503);
  random = 0.3;
  expect((await ask('GET', '/')).status).toBe(200);
});

test('commits and own pages without a valid signature are browsing', async () => {
  delay(200);
  random = 0.99;
  expect((await ask('PUT', '/offers/1/accept')).status).toBe(503);
  expect((await ask('GET', '/cart')).status).toBe(503);
});

test('20 sign-ins a second are commits, more are browsing', async () => {
  delay(200);
  random = 0.99;
  const statuses = [];
  for (let n = 0; n < 22; n += 1) statuses.push((await ask('POST', '/login')).status);
  expect(statuses).toEqual([...Array(20).fill(200), 503, 503]);
});

test('a call is refused with JSON, a page with a page that reloads itself', async () => {
  delay(200);
  const call = await ask('GET', '/marketplace/products/1', { Accept: 'application/json' });
  expect(await call.json()).toEqual({
    error: "We're very busy. Try again in a moment.",
    code: 'unavailable',
  });
  expect(call.headers.get('X-Shed')).toBe('1');
  expect(Number(call.headers.get('Retry-After'))).toBe(4);
  const page = await ask('GET', '/all_products', { Accept: 'text/html,*/*' });
  const html = await page.text();
  expect([page.status, page.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(html).toContain('<meta http-equiv="refresh" content="4">');
  expect(html).toContain("We're very busy. Try again in a moment.");
  expect(html.length).toBeLessThan(1_024);
  expect((await ask('HEAD', '/all_products', { Accept: 'text/html' })).status).toBe(503);
});

test('the wait before another try differs from refusal to refusal', async () => {
  delay(200);
  const waits = [];
  for (random of [0, 0.26, 0.51, 0.76]) waits.push((await ask('GET', '/')).headers.get('Retry-After'));
  expect(waits).toEqual(['2', '3', '4', '5']);
});

test('a refused upload leaves the connection in order', async () => {
  delay(200);
  const answer = await fetch(`${origin}/products`, { method: 'POST', body: 'x'.repeat(300_000) });
  expect(answer.status).toBe(503);
  await answer.text();
  clock.pass(1_000);
  expect(await textOf(ask('GET', '/'))).toBe('C');
});

test('two exports run at once, one per account', async () => {
  const first = ask('GET', '/offers.csv?hold', as('ada'));
  while (held.length < 1) await new Promise(setImmediate);
  const again = await ask('GET', '/offers.csv', as('ada'));
  expect(again.status).toBe(429);
  expect(await again.json()).toEqual({
    error: "An export is already running. Try again when it's done.",
    code: 'too_many_requests',
  });
  const second = ask('GET', '/offers.csv?hold', as('ben'));
  while (held.length < 2) await new Promise(setImmediate);
  expect((await ask('GET', '/offers.csv', as('cleo'))).status).toBe(429);
  expect((await ask('HEAD', '/offers.csv', as('cleo'))).status).toBe(200);
  expect((await ask('GET', '/offers.csv')).status).toBe(200);
  for (const res of held) res.end('done');
  await Promise.all([textOf(first), textOf(second)]);
  expect(await textOf(ask('GET', '/offers.csv', as('ada')))).toBe('D');
  expect(shed).toEqual(['D account', 'D account']);
});

test('sockets of signed sessions open longer than others', () => {
  const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
  delay(200);
  expect(shedder.admitsUpgrade(request({}))).toBe(false);
  expect(shedder.admitsUpgrade(request({ 'x-account': 'ada' }))).toBe(true);
  delay(1_600);
  expect(shedder.admitsUpgrade(request({ 'x-account': 'ada' }))).toBe(false);
});

async function hold(count: number, headers: Record<string, string>) {
  const from = held.length;
  const answers = Array.from({ length: count }, () => ask('GET', '/hold', headers));
  while (held.length < from + Math.min(count, 8)) await new Promise(setImmediate);
  return answers;
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('an account has at most 64 requests in progress', async () => {
  const answers = await hold(64, as('ada'));
  await settle();
  expect(held).toHaveLength(64);
  const refused = await ask('GET', '/', as('ada'));
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
  expect(await refused.json()).toEqual({
    error: 'Too many requests at once. Try again in a moment.',
    code: 'too_many_requests',
  });
  expect((await ask('GET', '/', as('ben'))).status).toBe(200);
  for (const res of held) res.end();
  await Promise.all(answers.map(textOf));
  expect((await ask('GET', '/', as('ada'))).status).toBe(200);
  expect(shed).toEqual(['B account']);
});

test('while the process is busy, an account has 8 requests in progress and 16 waiting', async () => {
  delay(75);
  const answers = await hold(30, as('ada'));
  await settle();
  expect(held).toHaveLength(8);
  expect(shed).toEqual(Array(6).fill('B account'));
  expect((await ask('GET', '/', as('ben'))).status).toBe(200);
  for (let done = 0; done < 24; done += 1) {
    held[done]?.end();
    await settle();
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(24);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
});

test('an answer that does not begin within 25 s is 503, a commit has 60 s, an export any time', async () => {
  const own = ask('GET', '/hold', as('ada'));
  const commit = ask('PUT', '/offers/1/accept?hold', as('ada'));
  const bulk = ask('GET', '/offers.csv?hold', as('ada'));
  while (held.length < 3) await new Promise(setImmediate);
  clock.pass(25_000, 10);
  const late = await own;
  expect([late.status, late.headers.get('X-Shed')]).toEqual([503, null]);
  expect(canceled).toEqual(['B']);
  clock.pass(35_000, 10);
  expect((await commit).status).toBe(503);
  expect(canceled).toEqual(['B', 'A']);
  clock.pass(300_000, 20);
  for (const res of held) if (!res.headersSent) res.end('rows');
  expect(await textOf(bulk)).toBe('rows');
  expect(shed).toEqual(['B deadline', 'A deadline']);
});
