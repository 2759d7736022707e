import { readFileSync } from 'node:fs';
import { importCsv } from '../../server/imports/contract';
import { csv, uploaded } from '../imports/files';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { type Run, start, stopAll, until } from '../support/process';
import { startWorkerOf } from '../support/workers';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MAX_MORE_MEMORY_MB = 50;

let app: RunningApp;
let web: Run;
let origin: string;

beforeAll(async () => {
  app = await startApp();
  web = start('dist/web.js', {
    PORT: '0',
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
  });
  const [, port] = await web.waitForOutput(/"port":(\d+)/);
  origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/ready`)).ok);
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

const memoryMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${web.child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** With the token of a call: the first page of a process takes longer than any of these requests. */
async function post(path: string, body: string) {
  const user = await fetch(`${origin}/current_user.json`);
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-CSRF-Token': user.headers.get('X-CSRF-Token') ?? '',
    Cookie: user.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  };
  const { status } = await fetch(origin + path, { method: 'POST', body, headers });
  return status;
}

const SEARCH = '/marketplace/products/search';
const items = (count: number, item = '{}') => `[${Array(count).fill(item).join()}]`;

// `start` checks after each test that no turn of the web process took more than 250 ms of processor time.
test('a number of 60,000 digits, in a body or in an address, keeps no web process busy', async () => {
  expect(await post(SEARCH, '{"page":1}')).toBe(200);
  expect(await post(SEARCH, `{"page":"${'1'.repeat(60_000)}x"}`)).toBe(422);
  expect(await post(`${SEARCH}?page=${'1'.repeat(14_000)}x`, '{}')).toBe(422);
  expect((await fetch(`${origin}/up`)).status).toBe(200);
});

test('a body of 87,000 items takes no memory to speak of', async () => {
  for (let warm = 0; warm < 20; warm += 1) await post(SEARCH, `{"search":{"tags":${items(40, '"a"')}}}`);
  const before = memoryMb();
  const attacks = [
    [SEARCH, `{"search":{"tags":${items(87_000)}}}`],
    ['/offers', `{"offer":{"seller_user_id":1,"offer_products_attributes":${items(87_000)}}}`],
    [SEARCH, `{"search":{"tags":${items(9_999)}}}`],
  ] as const;
  for (const [path, body] of attacks) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(path, body)));
    expect([path, answers.every((status) => status >= 400 && status < 500)]).toEqual([path, true]);
  }
  expect(memoryMb() - before).toBeLessThan(MAX_MORE_MEMORY_MB);
});

test('a cell of blanks stops no worker', async () => {
  const factory = new Factory(app);
  const client = await factory.as(await factory.aSeller());
  const cell = `\u200b${' '.repeat(12_000)}x`;
  const row = (n: number, price: string) =>
    `${100_000_000_000 + n},Mug,https://pictures.example.com/mug.jpg,$20.00,9.00,"${price}",5`;
  const key = await uploaded(client, csv([row(1, cell), row(2, '5.50')]));
  const worker = startWorkerOf(app);
  const done = await until(async () => {
    const { body } = await client.call(importCsv, {}, { key });
    return body.imported_status === 'imported' && body;
  });
  expect(done).toMatchObject({ done_rows: 2, total_rows: 2 });
  expect(worker.child.exitCode).toBeNull();
});
