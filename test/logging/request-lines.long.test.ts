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

async function serve(loadShedding: 'on' | 'off') {
  const run = start('dist/web.js', {
    DATABASE_URL: database.url,
    PORT: '0',
    DATA_DIR: `tmp/test-request-lines-${loadShedding}`,
    SECRET_KEY_BASE: 'the-secret-key-base-of-the-tests-of-request-lines',
    LOAD_SHEDDING: loadShedding,
    SOURCE_VERSION: 'v42',
  });
  const [, port] = await run.waitForOutput(/"port":(\d+)/);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);
  // Asks again, as a busy process refuses visitors, and a refusal has no line.
  return (path: string) =>
    until(async () => {
      await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } });
      return linesOf(run.output()).findLast((line) => line.path === path) ?? null;
    });
}

test('the line of a request says what it asked of the database, its class and the version', async () => {
  const lineOf = await serve('on');
  const page = await lineOf('/all_products');
  expect(page).toMatchObject({ status: 200, class: 'C', version: 'v42' });
  expect(page.dbQueries).toBeGreaterThan(0);
  expect(await lineOf('/robots.txt')).toMatchObject({ class: 'C', dbQueries: 0, dbMs: 0 });
  const health = await lineOf('/up');
  expect(health).toMatchObject({ version: 'v42' });
  expect(health).not.toHaveProperty('class');
});

test('the line of a request says what it asked of the database without load shedding, too', async () => {
  const lineOf = await serve('off');
  const page = await lineOf('/all_products');
  expect(page.dbQueries).toBeGreaterThan(0);
  expect(page.dbMs).toEqual(expect.any(Number));
});
