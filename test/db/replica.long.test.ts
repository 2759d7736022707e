import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { connect, type Db } from '../../db/connection';
import { type MonitoredReplica, openReplica } from '../../db/replica';
import { findPrograms, type ReplicatedServers, startReplicated } from './standby';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function until(isSo: () => boolean | Promise<boolean>, withinMs = 10_000) {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not within ${withinMs} ms`);
    await pause(50);
  }
}

const programs = findPrograms();
if (!programs) console.warn('Not tested: a real replica, which needs postgresql-15');
const testWithStandby = programs ? test : test.skip;

let servers: ReplicatedServers;
let primary: Db;
let standby: Db;
let primaryPool: pg.Pool;
let replica: MonitoredReplica;

beforeAll(async () => {
  if (!programs) return;
  servers = await startReplicated(programs);
  primary = connect(servers.primaryUrl);
  standby = connect(servers.standbyUrl);
  primaryPool = new pg.Pool({ connectionString: servers.primaryUrl });
  await primary.raw('create table notes (text text)');
  await until(async () => (await standby.raw(`select to_regclass('notes') as found`)).rows[0].found !== null);
  replica = await openReplica({
    url: servers.standbyUrl,
    primary,
    primaryPool,
    log: pino({ level: 'silent' }),
  });
});

afterAll(async () => {
  await replica?.stop();
  await primaryPool?.end();
  await Promise.all([primary?.destroy(), standby?.destroy()]);
  servers?.stop();
});

const write = () => primary.raw(`insert into notes values ('written')`);
const readsStandby = async () =>
  (await replica.db().raw('select pg_is_in_recovery() as standby')).rows[0].standby as boolean;

testWithStandby('reports read a replica that has everything', async () => {
  await write();
  await until(() => replica.lagSeconds() === 0);
  expect(await readsStandby()).toBe(true);
  expect(replica.figuresAt()).toBeNull();
});

testWithStandby('a replica without new commits is not behind', async () => {
  await pause(12_000);
  expect(replica.lagSeconds()).toBeLessThan(1);
  expect(replica.figuresAt()).toBeNull();
});

testWithStandby(
  'figures of a late replica have their time, and above 30 s come from the primary',
  async () => {
    await standby.raw('select pg_wal_replay_pause()');
    const missingSince = Date.now();
    await write();
    await until(() => replica.figuresAt() !== null, 20_000);
    expect(await readsStandby()).toBe(true);
    const figuresAt = Date.parse(replica.figuresAt() ?? '');
    expect(Math.abs(figuresAt - missingSince)).toBeLessThan(3_000);
    await until(async () => !(await readsStandby()), 40_000);
    expect(Date.now() - missingSince).toBeGreaterThan(29_000);
    expect(Date.now() - missingSince).toBeLessThan(36_000);
    expect(replica.figuresAt()).toBeNull();
    expect(replica.lagSeconds()).toBeGreaterThan(30);
    await standby.raw('select pg_wal_replay_resume()');
    await until(readsStandby);
    expect(replica.lagSeconds()).toBeLessThan(1);
  },
);

testWithStandby('a replica that is away leaves its reports to the primary', async () => {
  await standby.destroy();
  const reading = replica.db().raw('select pg_sleep(60)');
  const failed = reading.catch((error: { code?: string }) => error);
  servers.stopStandby();
  await until(() => replica.lagSeconds() === null);
  expect(await readsStandby()).toBe(false);
  expect(await failed).toBeInstanceOf(Error);
  expect(replica.lagSeconds()).toBeNull();
  await pause(1_000);
  expect(replica.ageSeconds()).toBeGreaterThan(1);
  servers.startStandby();
  await until(readsStandby);
});
