import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '../support/database';
import { startErrorIngest } from '../support/error-ingest';
import { start, stop, stopAll, until } from '../support/process';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let ingest: Awaited<ReturnType<typeof startErrorIngest>>;
beforeAll(async () => {
  ingest = await startErrorIngest();
  database = await testDatabase();
});
afterEach(stopAll);
afterAll(() => Promise.all([database.drop(), ingest.close()]));

const env = () => ({
  DATABASE_URL: database.url,
  PORT: '0',
  DATA_DIR: 'tmp/test-unexpected',
  NODE_OPTIONS: `--require=${join(__dirname, '../support/reject-on-signal.cjs')}`,
});

const fatal = (error: string) => new RegExp(`"level":60.*${error}.*"count":1.*the process drains and exits`);

test.each([
  ['web', 'an unhandled rejection', 'SIGCONT', 'rejected for the test', /"port":(\d+)/],
  ['web', 'an exception', 'SIGWINCH', 'thrown for the test', /"port":(\d+)/],
  ['worker', 'an unhandled rejection', 'SIGCONT', 'rejected for the test', /waiting for jobs/],
  ['all', 'an unhandled rejection', 'SIGCONT', 'rejected for the test', /http:\/\/localhost:\d+/],
] as const)(
  '%s logs and reports %s, stops what it started and exits with 1',
  async (name, _what, signal, error, ready) => {
    ingest.envelopes.splice(0);
    const run = start(`dist/${name}.js`, { ...env(), SENTRY_DSN: ingest.dsn });
    await run.waitForOutput(ready);
    run.child.kill(signal);
    await run.waitForOutput(fatal(error));
    expect(await run.ended).toBe(1);
    expect(run.output()).not.toContain('token=secret');
    const message = expect.stringContaining(error);
    expect(ingest.events()).toMatchObject([
      { exception: { values: [{ value: message }] }, tags: { process: name } },
    ]);
    expect(ingest.envelopes.join()).not.toContain('token=secret');
  },
);

test('a process that drains answers the request that it is in', async () => {
  const run = start('dist/web.js', env());
  const [, port] = await run.waitForOutput(/"port":(\d+)/);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/ready`)).ok);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  const closed = once(socket, 'close');
  const head =
    'POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  socket.write(`${head}{`);
  await until(async () => (await fetch(`http://127.0.0.1:${port}/up`)).ok);
  run.child.kill('SIGCONT');
  await run.waitForOutput(fatal('rejected for the test'));
  socket.write('}');
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await run.ended).toBe(1);
});

test('of several web processes one that fails is replaced before it ends, and no request is refused', async () => {
  const run = start('dist/web.js', { ...env(), WEB_CONCURRENCY: '2' });
  const [, port] = await run.waitForOutput(/"port":(\d+),"count":2/);
  const listening = () =>
    [...run.output().matchAll(/"pid":(\d+)[^\n]*web is listening/g)].map(([, pid]) => Number(pid));
  await until(async () => listening().length === 2);
  const statuses: (number | string)[] = [];
  let asking = true;
  const visitor = async () => {
    while (asking)
      statuses.push(
        await fetch(`http://127.0.0.1:${port}/up`).then(
          ({ status }) => status,
          (error: Error) => String(error.cause),
        ),
      );
  };
  const visitors = [visitor(), visitor()];
  const failing = listening()[0] ?? 0;
  process.kill(failing, 'SIGCONT');
  await run.waitForOutput(
    new RegExp(`"pid":${failing},"reason":"unexpected error","failures":1.*starting another`),
  );
  await until(async () => listening().length === 3);
  await until(async () => {
    try {
      process.kill(failing, 0);
      return false;
    } catch {
      return true;
    }
  });
  asking = false;
  await Promise.all(visitors);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(run.output().match(/starting another/g)).toHaveLength(1);
  expect(await stop(run)).toBe(0);
});
