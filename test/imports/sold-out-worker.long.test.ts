import { importCsv } from '../../server/imports/contract';
import { commitPreview, createPreview } from '../../server/imports/preview/contract';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { type Run, start, stopAll, until } from '../support/process';
import { csv, uploaded } from './files';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await stopAll();
  await app.stop();
});

const aWorker = (): Run =>
  start('dist/worker.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
  });

const PRODUCTS = 6_000;
const PHOTO = 'https://pictures.example.com/mug.jpg';
const row = (n: number) => `${100_000_000_000 + n},"Mug, ${n}",${PHOTO},$20.00,9.00,5.50,${n + 1}`;

test('a worker killed while it sells products out is taken over: exactly those, once', async () => {
  const factory = new Factory(app);
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const first = aWorker();
  const all = await uploaded(client, csv(Array.from({ length: PRODUCTS }, (_row, n) => row(n))));
  const state = async (key: string) => (await client.call(importCsv, {}, { key })).body;
  await until(async () => (await state(all)).imported_status === 'imported');

  const key = await uploaded(client, csv([row(0)]));
  const { body: shown } = await client.call(createPreview, {}, { key, file_name: 'sheet.csv' });
  const count = PRODUCTS - 1;
  expect(shown.absent).toEqual({ count, of: PRODUCTS });
  await client.request('POST', commitPreview.path.replace(':id', String(shown.id)), {
    body: { sold_out: { count, confirm: count } },
  });
  await until(async () => (await state(key)).sold_out_count >= 500);
  first.child.kill('SIGKILL');
  await first.ended;
  expect((await state(key)).sold_out_count).toBeLessThan(count);

  // Its lock ends with its heartbeat: not waited for here, the clock of the row is turned instead.
  await factory.transaction(async (tx) => {
    await tx('job_workers').update({ seen_at: new Date(Date.now() - 3_600_000) });
  });
  aWorker();
  const record = await until(async () => {
    const now = await state(key);
    return now.imported_status === 'imported' && now;
  });
  expect(record.sold_out_count).toBe(count);
  const { rows } = await factory.db.raw<{ rows: { units: bigint; sold_out: bigint; changes: bigint }[] }>(
    `select sum(units)::bigint as units, count(*) filter (where units = 0) as sold_out,
            (select count(*) from product_changes where source_id = ?) as changes
       from products where seller_id = ?`,
    [record.id, seller.seller_id],
  );
  expect(rows).toEqual([{ units: 1n, sold_out: BigInt(count), changes: BigInt(count) }]);
});
