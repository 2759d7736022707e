import type { BatchAnswer } from '../../server/imports/batch/contract';
import { type RunningApp, startApp } from '../support/app';
import { Client } from '../support/client';
import { Factory } from '../support/factories';
import { start, stopAll, until } from '../support/process';
import { isWaiting, killHard } from '../support/workers';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const ROWS = 1_000;

let app: RunningApp;
let factory: Factory;

beforeAll(async () => {
  app = await startApp({ rateLimits: false });
  factory = new Factory(app);
});

afterAll(async () => {
  await stopAll();
  await app.stop();
});

async function aProcess() {
  const run = start('dist/web.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
    RATE_LIMITS: 'off',
    WEB_CONCURRENCY: '1',
    PORT: '0',
  });
  const [, origin = ''] = await run.waitForOutput(/(http:\/\/[^\s"]+:\d+)/);
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  return { run, origin };
}

/** The statement of the killed process, which PostgreSQL would finish. */
const endItsStatement = () =>
  factory.db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%keeps_events%' and pid <> pg_backend_pid()`,
  );

test('A batch whose process is killed goes on under its key: every outcome once, no delta twice', async () => {
  const seller = await factory.aSeller();
  const { secret } = await factory.aKey(seller);
  const ids: number[] = [];
  for (let made = 0; made < ROWS - 1; made++) ids.push((await factory.aProduct({ seller, units: 10n })).id);
  const products = [...ids.map((id) => ({ id, units_delta: 1 })), { sku: 'none', units_delta: 1 }];
  const send = (origin: string) =>
    new Client(origin, { Authorization: `Bearer ${secret}` }).request('PUT', '/products/batch', {
      body: { products },
      headers: { 'Idempotency-Key': 'killed' },
    });
  const moved = async () => (await factory.db('products').whereIn('id', ids).where({ units: 11n })).length;

  const killed = await aProcess();
  const held = ids[ROWS / 2] ?? 0;
  await factory.db.transaction(async (tx) => {
    // Stops the batch in the middle, as it waits for this product.
    await tx('products').where({ id: held }).forUpdate().first('id');
    const cut = send(killed.origin).catch(() => null);
    await until(async () => (await moved()) === ROWS / 2 && (await isWaiting(factory, 'keeps_events')));
    await killHard(killed.run);
    expect(await cut).toBeNull();
    await endItsStatement();
  });
  await until(async () => (await moved()) === ROWS / 2);

  // In place of waiting for the minute that a run is left alone.
  await factory.db('idempotency_keys').update({ locked_until: factory.db.raw("now() - interval '1 s'") });
  const other = await aProcess();
  const again = await send(other.origin);
  expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'recovered']);
  const { counts, results } = again.body as BatchAnswer;
  expect(counts).toMatchObject({ changed: ROWS - 1, refused: 1 });
  expect(results.map(({ index }) => index)).toEqual(products.map((_row, index) => index));
  expect(await factory.db('products').whereIn('id', ids).distinct('units')).toEqual([{ units: 11n }]);
  const replayed = await send(other.origin);
  expect([replayed.body, replayed.headers.get('Idempotency-Replayed')]).toEqual([again.body, 'true']);
});
