import { performance } from 'node:perf_hooks';
import { jobs } from '../../server/work';
import { type RunningApp, startApp } from '../support/app';
import { World } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { ask, HEADINGS, uploaded } from './files';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

const BYTES = 3_999_999;

/** Rows as a seller has them, filled up to the byte. */
function largest(): { text: string; rows: number } {
  const lines = [`${HEADINGS},SKU,Description,Category`];
  let bytes = lines[0]?.length ?? 0;
  for (let n = 0; ; n++) {
    const line = `${100_000_000_000 + n},"Stoneware mug, ${n}",https://pictures.example.com/mug-${n}.jpg,$18.00,9.00,4.50,"1,500",MUG-${n},"Hand-glazed, dishwasher safe, in a ""gift"" box",Home`;
    if (bytes + 1 + line.length > BYTES - 10) break;
    lines.push(line);
    bytes += 1 + line.length;
  }
  return { text: lines.join('\n') + '\n'.repeat(BYTES - bytes), rows: lines.length - 1 };
}

test('a file of 3,999,999 bytes is imported within its time, and nothing of it is lost', async () => {
  const world = new World(app);
  const seller = await world.aSeller();
  const client = await world.as(seller);
  const { text, rows } = largest();
  expect(Buffer.byteLength(text)).toBe(BYTES);
  const key = await uploaded(client, text);
  expect((await ask(client, key)).status).toBe(201);
  const begun = performance.now();
  await runDueJobs(app.services, jobs);
  const seconds = (performance.now() - begun) / 1_000;
  expect((await ask(client, key)).body).toMatchObject({
    imported_status: 'imported',
    imported_count: rows,
    total_imported_count: rows,
    issue_count: 0,
  });
  const { rows: sums } = await world.db.raw<{ rows: { units: bigint; products: bigint }[] }>(
    `select sum(stock_movements.units)::bigint as units, count(distinct product_id) as products
       from stock_movements join products on products.id = product_id where seller_id = ?`,
    [seller.seller_id],
  );
  expect(sums).toEqual([{ units: BigInt(rows) * 1_500n, products: BigInt(rows) }]);
  // Ten seconds alone on a machine (README, promises); the machine of the tests is shared.
  expect(seconds).toBeLessThan(60);
}, 120_000);
