import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestDatabase, testDatabase } from '../support/database';
import { start, stopAll, until } from '../support/process';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TOKEN = 'a-token-of-the-tests-alone';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterEach(stopAll);
afterAll(() => database.drop());

async function freePort() {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return String(port);
}

const env = (more: Record<string, string>) => ({
  DATABASE_URL: database.url,
  METRICS_TOKEN: TOKEN,
  DATA_DIR: 'tmp/test-metrics',
  ...more,
});

async function scrape(port: string) {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  return answer.ok ? answer.text() : null;
}

const numberOf = (text: string, series: RegExp) =>
  Number(
    text
      .split('\n')
      .find((line) => series.test(line))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  );

test('a worker serves its figures at METRICS_PORT, to bearers of the token', async () => {
  const port = await freePort();
  const worker = start('dist/worker.js', env({ METRICS_PORT: port }));
  await worker.waitForOutput(/waiting for jobs/);
  const text = await until(() => scrape(port).catch(() => null));
  expect(text).toContain('lotwise_build_info{version=');
  expect(text).toMatch(/kind="worker"/);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

test('the primary of a cluster joins the figures of its processes', async () => {
  const [port, web] = [await freePort(), await freePort()];
  const primary = start('dist/web.js', env({ METRICS_PORT: port, PORT: web, WEB_CONCURRENCY: '2' }));
  await primary.waitForOutput(/web is listening[\s\S]*web is listening/);
  for (let request = 0; request < 40; request += 1)
    await fetch(`http://127.0.0.1:${web}/up`, { headers: { Connection: 'close' } });
  const counted = /^lotwise_http_requests_total\{method="GET",route="\/up",status="2xx"\}/;
  const text = await until(async () => {
    const read = await scrape(port).catch(() => null);
    return read && numberOf(read, counted) >= 40 ? read : null;
  });
  expect(numberOf(text, counted)).toBe(40);
  expect(numberOf(text, /^lotwise_db_away /)).toBe(0);
});
