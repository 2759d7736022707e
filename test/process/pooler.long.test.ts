import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return client.query<Record<string, number>>(text).finally(() => client.end());
}

/** `apt-get install pgbouncer`: without it, these are listed as skipped. */
const suite = spawnSync('pgbouncer', ['--version']).status === 0 ? describe : describe.skip;

suite('behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooled = '';
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    const pooler = start('test/support/pgbouncer.mjs', {}, [database.url]);
    const [, port] = await pooler.waitForOutput(/port (\d+)/);
    pooled = Object.assign(new URL(database.url), { port }).href;
  });
  afterEach(stopAll);
  afterAll(() => database.drop());

  const env = (more: Record<string, string>) => ({
    DATABASE_URL: pooled,
    PORT: '0',
    DATA_DIR: 'tmp/test-pooler',
    ...more,
  });
  const told = () => env({ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: database.url });

  test.each(['web', 'worker', 'all'])('%s does not start without DATABASE_POOLER', async (name) => {
    const run = start(`dist/${name}.js`, env({ DATABASE_DIRECT_URL: database.url }));
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(
      'DATABASE_URL leads through a pooler that loses named statements: set DATABASE_POOLER=transaction',
    );
  });

  test('needs no setting where nothing is lost', async () => {
    const run = start('dist/web.js', { ...env({}), DATABASE_URL: database.url });
    await run.waitForOutput(/web is listening/);
    expect(await stop(run)).toBe(0);
  });

  test('pages, calls, mails and the queue work', async () => {
    const seed = start('dist/command.js', { ...told(), SEED_DEMO: 'true' }, ['seed']);
    expect(await seed.ended).toBe(0);
    const worker = start('dist/worker.js', told());
    await worker.waitForOutput(/waiting for jobs/);
    const web = start('dist/web.js', told());
    const [, port] = await web.waitForOutput(/"port":(\d+)/);
    const origin = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(`${origin}/ready`)).ok);
    const ask = async (path: string) => (await fetch(origin + path)).status;
    const { rows } = await query(database.url, 'select seller_id, product_id as id from listings limit 4');
    const paths = ['/', ...rows.map(({ seller_id, id }) => `/all_products/${seller_id}/${id}`)];
    const statuses: number[] = [];
    for (let round = 0; round < 20; round += 1) statuses.push(...(await Promise.all(paths.map(ask))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(web.output() + worker.output()).not.toMatch(/"level":[56]0/);
  });
});
