import { performance } from 'node:perf_hooks';
import { importCsv } from '../../server/imports/contract';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { start, stopAll, until } from '../support/process';
import { ask, largestFile, MAX_FILE_BYTES, uploaded } from './files';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

/** What the worker's own objects may take, in MB. A ceiling, not proof of flatness: it leaves room for a file's rows. */
const HEAP = 56;

test('a file of 3,999,999 bytes is imported within its time, in little memory, and nothing of it is lost', async () => {
  const factory = new Factory(app);
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const { text, rows } = largestFile();
  expect(Buffer.byteLength(text)).toBe(MAX_FILE_BYTES);
  const key = await uploaded(client, text);
  expect((await ask(client, key)).status).toBe(201);

  const begun = performance.now();
  // A worker as the Procfile starts it.
  const worker = start('dist/worker.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
    NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
  });
  const died = worker.ended.then((how) => {
    throw new Error(`The worker ended with ${how}:\n${worker.output().slice(-2_000)}`);
  });
  const record = await Promise.race([
    died,
    until(async () => {
      const { body } = await client.call(importCsv, {}, { key });
      return body.imported_status === 'imported' && body;
    }),
  ]);
  const seconds = (performance.now() - begun) / 1_000;
  died.catch(() => undefined);
  expect(record).toMatchObject({ imported_count: rows, total_imported_count: rows, issue_count: 0 });
  const { rows: sums } = await factory.db.raw<{ rows: { units: bigint; products: bigint }[] }>(
    `select sum(stock_movements.units)::bigint as units, count(distinct product_id) as products
       from stock_movements join products on products.id = product_id where seller_id = ?`,
    [seller.seller_id],
  );
  expect(sums).toEqual([{ units: BigInt(rows) * 1_500n, products: BigInt(rows) }]);
  // Ten seconds alone on a machine (README, promises); the machine of the tests is shared.
  expect(seconds).toBeLessThan(60);
}, 120_000);
