import { seedDemo } from '../../db/seeds/demo';
import type { Services } from '../../server/services';
import { emptyDatabase, type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';
import { testServices } from '../support/services';
import { connected, temporaryFolder } from './rehearsal';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let database: TestDatabase;
let target: TestDatabase;
const { dir, remove } = temporaryFolder();

beforeAll(async () => {
  database = await testDatabase();
  const services = testServices(database.url);
  await seedDemo(services as Services);
  await services.db.raw('select fold_tallies()');
  await services.close();
});
beforeEach(async () => {
  target = await emptyDatabase();
});
afterEach(async () => {
  await stopAll();
  await target.drop();
});
afterAll(async () => {
  await database.drop();
  await remove();
});

const env = (url: string) => ({ DATABASE_URL: url, PORT: '0', DATA_DIR: `${dir}/data` });

async function run(url: string, ...words: readonly string[]) {
  const process = start('dist/command.js', env(url), words);
  return { code: await process.ended, output: process.output() };
}

const isMarked = () =>
  connected(target.url, async (session) => {
    const { rows } = await session.query(`select to_regclass('public.restoring') is not null as marked`);
    return rows[0].marked as boolean;
  });

test('npm run backup, npm run restore, a refused second restore', async () => {
  const backup = await run(database.url, 'backup', '--to', `${dir}/backups`);
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Backup written to .+: \d+ tables, /m),
  });
  const words = ['restore', '--from', `file://${dir}/backups`, '--database-url', target.url];
  const restored = await run(database.url, ...words);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/checks, no findings/) });
  const again = await run(database.url, ...words);
  expect(again).toMatchObject({
    code: 1,
    output: expect.stringContaining('This database is not empty. Restore into an empty one.'),
  });
});

test('processes refuse what a killed restore left, and the next restore begins anew', async () => {
  await run(database.url, 'backup', '--to', `${dir}/backups`);
  const words = ['restore', '--from', `${dir}/backups`, '--database-url', target.url];
  const killed = start('dist/command.js', env(database.url), words);
  await until(isMarked);
  await stop(killed, 'SIGKILL');
  expect(await isMarked()).toBe(true);
  for (const name of ['web', 'worker', 'release', 'all']) {
    const refused = start(`dist/${name}.js`, env(target.url));
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain('a restore was interrupted. Run npm run restore again.');
  }
  const restored = await run(database.url, ...words);
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/checks, no findings/) });
  expect(await isMarked()).toBe(false);
});

test.each([
  [['backup'], 'Say where to'],
  [['backup', '--to', 'ftp://host/x'], 'Say where to'],
  [['restore'], 'Say from where'],
  [['restore', '--from', '/nowhere/at/all'], 'There is no complete backup at /nowhere/at/all.'],
  [['restore', '--from', '/nowhere', '--database-url', 'x'], 'There is no complete backup'],
])('%o is refused', async (words, reason) => {
  expect(await run(database.url, ...words)).toMatchObject({
    code: 1,
    output: expect.stringContaining(reason),
  });
});
