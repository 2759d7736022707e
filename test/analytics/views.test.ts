import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { Db } from '../../db/connection';
import { analyticsJobs } from '../../server/analytics/jobs';
import { BatchedViewCounter } from '../../server/analytics/view-counter';
import { enqueue } from '../../server/jobs/job';
import { viewProduct } from '../../server/sourcing/contract';
import { Factory } from '../support/factories';
import { runDueJobs } from '../support/jobs';
import { testServices } from '../support/services';
import { useTestApp } from '../support/test-app';

const app = useTestApp({ rateLimits: false });
const factory = new Factory(app);
const log = pino({ level: 'silent' });

const rowsOf = (product_id: number) => factory.db('product_views_daily').where({ product_id }).orderBy('day');
const viewsOf = async (product_id: number) =>
  (await rowsOf(product_id)).reduce((sum, { views }) => sum + views, 0);

async function written(product_id: number, views: number) {
  while ((await viewsOf(product_id)) < views) await pause(50);
  return viewsOf(product_id);
}

const clock = { now: () => new Date() };

test('visitors, buyers and other sellers count, owner and staff never', async () => {
  const seller = await factory.aSeller();
  const { id } = await factory.aProduct({ seller });
  const viewers = [null, await factory.aBuyer(), await factory.aSeller(), seller, await factory.staff()];
  for (const viewer of viewers) {
    const answer = await (await factory.as(viewer)).call(viewProduct, { id });
    expect(answer.status).toBe(204);
  }
  expect(await written(id, 3)).toBe(3);
  expect(await rowsOf(id)).toEqual([
    { product_id: id, day: new Date().toISOString().slice(0, 10), views: 3 },
  ]);
  expect(Object.keys((await rowsOf(id))[0] ?? {}).sort()).toEqual(['day', 'product_id', 'views']);
});

test('a product that the viewer may not see counts nothing', async () => {
  const { id } = await factory.aProduct({ provisional: true });
  expect(
    (await (await factory.as(await factory.aBuyer())).request('POST', `/marketplace/products/${id}/view`))
      .status,
  ).toBe(404);
  expect(await viewsOf(id)).toBe(0);
});

test('many requests of two processes at once are all counted, and stopping writes what is held', async () => {
  const { id } = await factory.aProduct();
  const other = await factory.aProduct();
  const second = testServices(app.databaseUrl);
  const client = await factory.as(await factory.aBuyer());
  await Promise.all([
    ...Array.from({ length: 60 }, () => client.call(viewProduct, { id })),
    ...Array.from({ length: 500 }, async (_none, index) => {
      if (index % 50 === 0) await pause(1);
      second.views.count(index % 2 ? id : other.id);
    }),
  ]);
  await second.close();
  expect(await viewsOf(other.id)).toBe(250);
  expect(await written(id, 310)).toBe(310);
});

test('flushes that run against each other in any order neither lose nor wait forever', async () => {
  const products = await Promise.all(Array.from({ length: 20 }, () => factory.aProduct()));
  const counters = Array.from({ length: 4 }, () => new BatchedViewCounter({ db: factory.db, log, clock }));
  await Promise.all(
    counters.map(async (counter, index) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const order = index % 2 ? products : products.toReversed();
        for (const { id } of order) counter.count(id);
        await counter.flush();
      }
      await counter.stop();
    }),
  );
  for (const { id } of products) expect(await viewsOf(id)).toBe(40);
});

/** A database that fails as often as told. */
function failing(times: number): { db: Db; attempts: () => number } {
  let attempts = 0;
  const db = {
    raw: (...query: Parameters<Db['raw']>) => {
      attempts += 1;
      return attempts <= times ? Promise.reject(new Error('away')) : factory.db.raw(...query);
    },
  } as unknown as Db;
  return { db, attempts: () => attempts };
}

test('a flush that fails keeps its counts, and those that came meanwhile', async () => {
  const { id } = await factory.aProduct();
  const counter = new BatchedViewCounter({ db: failing(2).db, log, clock });
  counter.count(id);
  await counter.flush();
  counter.count(id);
  const flushed = counter.flush();
  counter.count(id);
  await flushed;
  expect(await viewsOf(id)).toBe(0);
  await counter.stop();
  expect(await viewsOf(id)).toBe(3);
});

test('while the database is away, no more than the limit is held', async () => {
  const products = await Promise.all(Array.from({ length: 4 }, () => factory.aProduct()));
  const counter = new BatchedViewCounter({ db: failing(1).db, log, clock, max: 3 });
  for (const { id } of products) counter.count(id);
  await counter.flush();
  for (const { id } of products) counter.count(id);
  await counter.stop();
  expect(await Promise.all(products.map(({ id }) => viewsOf(id)))).toEqual([2, 2, 2, 0]);
});

test('an idle counter asks the database nothing', async () => {
  const { db, attempts } = failing(0);
  const counter = new BatchedViewCounter({ db, log, clock });
  await counter.stop();
  expect(attempts()).toBe(0);
});

test('days are deleted after 400 days', async () => {
  const { id } = await factory.aProduct();
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const days = [0, 365, 399, 402, 900].map(dayBefore);
  await factory.db('product_views_daily').insert(days.map((day) => ({ product_id: id, day, views: 1 })));
  const [job] = analyticsJobs;
  if (!job) throw new Error('There is no job');
  await factory.services.transaction((tx) => enqueue(tx, job, {}));
  await runDueJobs(factory.services, analyticsJobs);
  expect((await rowsOf(id)).map(({ day }) => day)).toEqual(days.slice(0, 3).reverse());
});
