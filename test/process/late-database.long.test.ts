import { type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';
import { type Line, startProxy } from '../support/proxy';

let database: TestDatabase;
let line: Line;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  const { hostname, port } = new URL(database.url);
  line = await startProxy({ host: hostname, port: Number(port) });
  line.unplug();
  const through = new URL(database.url);
  through.host = `127.0.0.1:${line.port}`;
  url = through.href;
});

afterAll(async () => {
  await stopAll();
  await line.stop();
  await database.drop();
});

test('processes that start before PostgreSQL wait for it: web answers 503, then both work', async () => {
  const env = { DATABASE_URL: url, PORT: '0', DATA_DIR: 'tmp/test-late-database' };
  const web = start('dist/web.js', env);
  const worker = start('dist/worker.js', env);
  await worker.waitForOutput(/the queue waits for its database/);
  const [, port] = await web.waitForOutput(/"port":(\d+)/);
  const origin = `http://127.0.0.1:${port}`;
  const refused = await fetch(`${origin}/all_products`);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await fetch(`${origin}/ready`)).status).toBe(503);
  line.plugIn();
  await worker.waitForOutput(/waiting for jobs/);
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  expect((await fetch(`${origin}/all_products`)).status).toBe(200);
  expect([await stop(web), await stop(worker)]).toEqual([0, 0]);
});
