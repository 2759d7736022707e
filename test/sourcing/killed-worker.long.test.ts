import type { Buyer } from '../../server/accounts/policy';
import { enqueue, type Job } from '../../server/jobs/job';
import { createSavedSearch } from '../../server/sourcing/contract';
import { sourcingJobs } from '../../server/sourcing/jobs';
import { type RunningApp, startApp } from '../support/app';
import { Factory } from '../support/factories';
import { gatesOf } from '../support/gates';
import { stop, stopAll, until } from '../support/process';
import { killHard, outlive, startWorkerOf } from '../support/workers';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

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

/** Every table that an alert writes, from the new listing to its mail. */
const GATED = ['saved_search_news', 'saved_search_progress', 'mails'] as const;

const collect = sourcingJobs.find(({ name }) => name === 'collect-new-listings') as Job;
const askForNews = () => factory.transaction((tx) => enqueue(tx, collect, {}));

async function aReader(): Promise<Buyer> {
  const buyer = await factory.aBuyer();
  const query = { search: { name: 'lantern', description: 'lantern' } };
  const client = await factory.as(buyer);
  const answer = await client.call(
    createSavedSearch,
    {},
    { saved_search: { name: 'Lanterns', alert: 'instant', query } },
  );
  expect(answer.status).toBe(201);
  return buyer;
}

/** How often the alerts of this person name the product. */
async function timesNamed({ email }: Buyer, name: string) {
  const mails = await factory.db('mails').where({ recipient: email }).pluck('text');
  return mails.filter((text) => text?.includes(name)).length;
}

const isIdle = async () => {
  const { rows } = await factory.db.raw<{ rows: unknown[] }>(
    `select from graphile_worker.jobs where task_identifier in ('collect-new-listings', 'tell-buyer-of-news')`,
  );
  return rows.length === 0;
};

test('a worker killed at any write of an alert: each product is in one alert of each matching search', async () => {
  const readers = [await aReader(), await aReader()];
  const gates = gatesOf(factory, GATED);
  await gates.build();
  const names: string[] = [];
  for (const [index, table] of GATED.entries()) {
    const { name } = await factory.aProduct({ name: `Lantern of ${table}` });
    names.push(name);
    const open = await gates.close(index);
    await askForNews();
    const worker = startWorkerOf(app);
    await until(() => gates.isWaitingAt(index));
    await killHard(worker);
    await open();
    await outlive(factory);
  }
  await askForNews();
  const last = startWorkerOf(app);
  await until(isIdle);
  await askForNews();
  await until(isIdle);
  await stop(last);
  for (const reader of readers)
    expect(await Promise.all(names.map((name) => timesNamed(reader, name)))).toEqual(names.map(() => 1));
});
