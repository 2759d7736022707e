import { viewProduct } from '../../server/sourcing/contract';
import { Factory } from '../support/factories';
import { start, stop, stopAll, until } from '../support/process';
import { useTestApp } from '../support/test-app';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const app = useTestApp();
afterEach(stopAll);

test('web processes that are told to stop write the views they hold', async () => {
  const local = new Factory(app);
  const { id } = await local.aProduct();
  const run = start('dist/web.js', {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    WEB_CONCURRENCY: '2',
    PORT: '0',
    DATA_DIR: 'tmp/test-views',
  });
  const [, port] = await run.waitForOutput(/"port":(\d+),"count":2/);
  await until(async () => [...run.output().matchAll(/web is listening/g)].length === 2);
  const remote = new Factory({ services: app.services, origin: `http://127.0.0.1:${port}` });
  const client = await remote.as(await remote.aBuyer());
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.call(viewProduct, { id })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await stop(run, 'SIGTERM')).toBe(0);
  const rows = await local.db('product_views_daily').where({ product_id: id });
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(40);
});
