import { type TestDatabase, testDatabase } from '../support/database';
import { start, stopAll, until } from '../support/process';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await stopAll();
  await database.drop();
});

interface Line {
  readonly path?: string;
  readonly [field: string]: unknown;
}

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

test('the line of a request says what it asked of the database, its class and the version', async () => {
  const run = start('dist/web.js', {
    DATABASE_URL: database.url,
    PORT: '0',
    DATA_DIR: 'tmp/test-request-lines',
    SECRET_KEY_BASE: 'the-secret-key-base-of-the-tests-of-request-lines',
    LOAD_SHEDDING: 'on',
    SOURCE_VERSION: 'v42',
  });
  const [, port] = await run.waitForOutput(/"port":(\d+)/);
  // Asks again, as a busy process refuses visitors, and a refusal has no line.
  const lineOf = (path: string) =>
    until(async () => {
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } });
      return linesOf(run.output()).findLast((line) => line.path === path) ?? null;
    });
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);

  const page = await lineOf('/all_products');
  expect(page).toMatchObject({ status: 200, class: 'C', version: 'v42' });
  expect(page.dbQueries).toBeGreaterThan(0);
  expect(await lineOf('/robots.txt')).toMatchObject({ class: 'C', dbQueries: 0, dbMs: 0 });
  const health = await lineOf('/up');
  expect(health).toMatchObject({ version: 'v42' });
  expect(health).not.toHaveProperty('class');
});
