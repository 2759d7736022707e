import pg from 'pg';
import { pino } from 'pino';
import { connect, type Db, RESPONSE_TIMEOUT_MS } from '../../db/connection';
import { type HealthMonitor, monitorDatabase } from '../../db/health';
import { asHttpError } from '../../server/http/errors';
import { type TestDatabase, testDatabase } from '../support/database';
import { until } from '../support/process';
import { type Line, startProxy } from '../support/proxy';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

let database: TestDatabase;
let line: Line;
let address: string;
let db: Db;
let pool: pg.Pool;
let monitor: HealthMonitor;

beforeEach(async () => {
  database = await testDatabase();
  const url = new URL(database.url);
  line = await startProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(line.port);
  address = url.href;
  db = connect(address);
  pool = new pg.Pool({ connectionString: url.href, connectionTimeoutMillis: RESPONSE_TIMEOUT_MS });
  pool.on('error', () => undefined);
  monitor = monitorDatabase({
    databaseUrl: url.href,
    dbs: [db],
    pools: [pool],
    log: pino({ level: 'silent' }),
  });
  await Promise.all([db.raw('select 1'), pool.query('select 1')]);
});

afterEach(async () => {
  line.thaw();
  await monitor.stop();
  await db.destroy();
  await pool.end();
  await line.stop();
  await database.drop();
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => ({ status: 200, ms: 0 }),
    (error: unknown) => asHttpError(error),
  );

async function timed<Answer>(work: Promise<Answer>) {
  const start = performance.now();
  return { answer: await work, ms: performance.now() - start };
}

test('when the server hangs, waiting requests get a 503 within 5 s', async () => {
  line.freeze();
  // More requests than connections, so some wait for one.
  const many = Array.from({ length: 12 }, () => db.raw('select 1'));
  const waiting = [...many, pool.query('select 1')].map((work) => timed(refusal(work)));
  for (const { answer, ms } of await Promise.all(waiting)) {
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(5_000);
  }
});

test('the same wait applies if it hangs before its first response', async () => {
  line.freeze();
  const late = connect(address, { max: 1 });
  const latePulse = monitorDatabase({
    databaseUrl: address,
    dbs: [late],
    pools: [],
    log: pino({ level: 'silent' }),
  });
  const waiting = Array.from({ length: 3 }, () => timed(refusal(late.raw('select 1'))));
  for (const { answer, ms } of await Promise.all(waiting)) {
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(5_000);
  }
  line.thaw();
  await latePulse.stop();
  await late.destroy();
});

test('while the server is unavailable, requests fail at once', async () => {
  line.unplug();
  await until(async () => monitor.isUnavailable());
  for (const work of [() => db.raw('select 1'), () => pool.query('select 1')]) {
    const { answer, ms } = await timed(refusal(work()));
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    expect(ms).toBeLessThan(500);
  }
});

test('when the server is back, it is used again within 2 s', async () => {
  line.unplug();
  await until(async () => monitor.isUnavailable());
  line.plugIn();
  const { ms } = await timed(until(() => db.raw('select 1')));
  expect(ms).toBeLessThan(2_000);
  await pool.query('select 1');
});

test('a long wait for a lock is not taken for silence', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query('begin; lock table users in access exclusive mode');
  const waiting = refusal(Promise.resolve(db('users').first('id')));
  await other.query('select pg_sleep(6)');
  await other.query('commit');
  await other.end();
  expect(await waiting).toMatchObject({ status: 200 });
  expect(monitor.isUnavailable()).toBe(false);
});

test('a connection that the server closes makes no request fail', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lotwise-monitor' and datname = current_database()`,
  );
  await other.end();
  await db.raw('select pg_sleep(1)');
  expect(monitor.isUnavailable()).toBe(false);
});

async function onServer(...statements: string[]) {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const { rows } = await other.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const text of statements) await other.query(text.replaceAll('$name', rows[0]?.name ?? ''));
  await other.end();
}

test('a server that only reads is left for a new connection', async () => {
  await onServer('alter database $name set default_transaction_read_only = on');
  line.cut();
  await until(() => db.raw('select 1'));
  const refused = await refusal(db.raw('create table not_created ()'));
  expect(refused).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
  await onServer(
    'set default_transaction_read_only = off',
    'alter database $name reset default_transaction_read_only',
  );
  // The connections of before still only read; they are replaced after the first write.
  await until(() => db.raw('create table created ()'));
});

test('a standby counts as no answer, until it is promoted', async () => {
  await onServer(
    'create schema standby',
    `create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'`,
    'alter database $name set search_path = standby, pg_catalog, public',
  );
  line.cut();
  await until(async () => monitor.isUnavailable());
  expect(await refusal(Promise.resolve(db.raw('select 1')))).toMatchObject({ status: 503 });
  await onServer('alter database $name reset search_path');
  line.cut();
  await until(() => db.raw('select 1'));
  expect(monitor.isUnavailable()).toBe(false);
});

test('the offset of the clocks is known and logged once', async () => {
  const warn = vi.fn();
  const now = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 90_000);
  const fast = monitorDatabase({ databaseUrl: address, dbs: [], pools: [], log: { warn, info: vi.fn() } });
  await until(async () => Math.abs(fast.clockOffsetMs() + 90_000) < 2_000);
  await until(async () => warn.mock.calls.length > 0);
  vi.restoreAllMocks();
  expect(warn.mock.calls).toEqual([
    [{ offsetMs: expect.any(Number) }, "the database's clock differs from ours"],
  ]);
  await fast.stop();
});
