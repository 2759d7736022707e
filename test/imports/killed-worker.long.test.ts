import { importCsv } from '../../server/imports/contract';
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

/** A worker as the Procfile starts it, on the data of this test. */
const aWorker = (): Run =>
  start('dist/worker.js', {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.services.config.dataDir,
    SECRET_KEY_BASE: app.services.config.secretKeyBase,
    SEED_DEMO: 'false',
  });

const ROWS = 6_000;
const PHOTO = 'https://pictures.example.com/mug.jpg';
const upcOf = (n: number) => String(100_000_000_000 + n);

test('a worker killed between chunks is taken over: no row is lost, none is twice, the ledger adds up', async () => {
  const factory = new Factory(app);
  const seller = await factory.aSeller();
  const client = await factory.as(seller);
  const rows = Array.from(
    { length: ROWS },
    (_row, n) => `${upcOf(n)},"Mug, ${n}",${PHOTO},$20.00,9.00,5.50,${n + 1}`,
  );
  const key = await uploaded(client, csv(rows));
  const importState = async () => (await client.call(importCsv, {}, { key })).body;

  const first = aWorker();
  const { id } = await importState();
  const doneRows = async () =>
    (await factory.db('imported_csvs').where({ id }).first('done_rows'))?.done_rows ?? 0;
  await until(async () => (await doneRows()) >= 1_000);
  first.child.kill('SIGKILL');
  await first.ended;
  const done = await doneRows();
  expect(done).toBeLessThan(ROWS);
  const before = await importState();
  expect(before.imported_status).toBe('importing');

  // Its lock ends with its heartbeat: not waited for here, the clock of the row is turned instead.
  await factory.transaction(async (tx) => {
    await tx('job_workers').update({ seen_at: new Date(Date.now() - 3_600_000) });
  });
  aWorker();
  let percent = before.imported_percentage;
  const record = await until(async () => {
    const now = await importState();
    expect(now.imported_percentage).toBeGreaterThanOrEqual(percent);
    percent = now.imported_percentage;
    return now.imported_status === 'imported' && now;
  });
  expect(record).toMatchObject({
    imported_count: ROWS,
    updated_count: 0,
    total_imported_count: ROWS,
    issue_count: 0,
    rejected_count: 0,
    warning_count: 0,
  });
  const products = await factory
    .db('products')
    .where({ seller_id: seller.seller_id })
    .orderBy('upc')
    .select('upc', 'name', 'units', 'seller_price_cents');
  expect(products).toEqual(
    rows.map((_row, n) => ({
      upc: upcOf(n),
      name: `Mug, ${n}`,
      units: BigInt(n + 1),
      seller_price_cents: 550,
    })),
  );
  const { rows: ledger } = await factory.db.raw<{
    rows: { upc: string; units: bigint; movements: bigint }[];
  }>(
    `select upc, sum(stock_movements.units)::bigint as units, count(*) as movements
       from products join stock_movements on product_id = products.id
      where seller_id = ? group by upc order by upc`,
    [seller.seller_id],
  );
  expect(ledger).toEqual(rows.map((_row, n) => ({ upc: upcOf(n), units: BigInt(n + 1), movements: 1n })));
});
