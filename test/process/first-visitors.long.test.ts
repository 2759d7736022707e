import { type TestDatabase, testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { start, stopAll, until } from '../support/process';
import { testServices } from '../support/services';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  const services = testServices(database.url);
  const factory = new Factory({ services, origin: '' });
  const seller = await factory.aSeller();
  for (let number = 0; number < 24; number += 1) await factory.aProduct({ seller });
  await services.close();
});

afterAll(async () => {
  await stopAll();
  await database.drop();
});

const production = {
  NODE_ENV: 'production',
  STANDALONE: 'true',
  PORT: '0',
  APP_URL: 'http://localhost:3000',
  SECRET_KEY_BASE: 'a secret of the tests, long enough for every use',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@example.com',
  DATA_DIR: 'tmp/test-first-visitors',
  LOAD_SHEDDING: 'on',
};

test('the first visitors of a production process are answered, one after another and at once', async () => {
  const run = start('dist/web.js', { ...production, DATABASE_URL: database.url });
  const [, port] = await run.waitForOutput(/"port":(\d+)/);
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  const paths = ['/', '/all_products', '/sign_up', '/contact_us', '/sign_in'];
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await fetch(origin + path)).status);
  statuses.push(...(await Promise.all(paths.map(async (path) => (await fetch(origin + path)).status))));
  expect(statuses).toEqual(Array(10).fill(200));
});
