import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { connect, type Db } from '../../db/connection';
import { migrate } from '../../db/migrate';
import { type MonitoredReplica, openReplica } from '../../db/replica';
import { createApp } from '../../server/app';
import { insightsCounts } from '../../server/insights/contract';
import { findPrograms, type ReplicatedServers, startReplicated } from '../db/standby';
import type { Client } from '../support/client';
import { Factory } from '../support/factories';
import { productionBuild } from '../support/roots';
import { type TestServices, testServices } from '../support/services';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const programs = findPrograms();
if (!programs) console.warn('Not tested: pages on a real replica, which needs postgresql-15');
const testWithStandby = programs ? test : test.skip;

let servers: ReplicatedServers;
let primary: Db;
let primaryPool: pg.Pool;
let replica: MonitoredReplica;
let services: TestServices;
let server: Server;
let factory: Factory;
let staff: Client;

beforeAll(async () => {
  if (!programs) return;
  servers = await startReplicated(programs);
  const { primaryUrl, standbyUrl: url } = servers;
  await migrate(primaryUrl);
  primary = connect(primaryUrl);
  primaryPool = new pg.Pool({ connectionString: primaryUrl });
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = { appUrl: origin, root: productionBuild() };
  replica = await openReplica({ url, primary, primaryPool, log: pino({ level: 'silent' }) });
  services = testServices(primaryUrl, { config, replica });
  server.on('request', createApp(services).express);
  factory = new Factory({ services, origin });
  staff = await factory.as(await factory.staff());
}, 120_000);

afterAll(async () => {
  await replica?.stop();
  server?.closeAllConnections();
  server?.close();
  await services?.close();
  await primary?.destroy();
  await primaryPool?.end();
  servers?.stop();
});

const page = async (path: string) =>
  (await staff.request('GET', path, { headers: { Accept: 'text/html' } })).text;
const countProducts = async () => (await staff.call(insightsCounts, {})).body.products.count;

async function until(isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) await pause(100);
}

testWithStandby('Insights names the time of a late replica, and leaves it above 30 s', async () => {
  await factory.aProduct({});
  await until(async () => (await countProducts()) === 1);
  expect(await page('/admin/insights')).not.toContain('Figures as of');
  const standby = connect(servers.standbyUrl);
  await standby.raw('select pg_wal_replay_pause()');
  await factory.aProduct({});
  await until(() => replica.figuresAt() !== null);
  expect(await countProducts()).toBe(1);
  for (const path of ['/admin/insights', '/admin/insights/stuck/imports-failed'])
    expect(await page(path)).toMatch(/Figures as of <time dateTime="[^"]+">\d+:\d\d [AP]M UTC<\/time>/i);
  await until(async () => (await countProducts()) === 2);
  expect(await page('/admin/insights')).not.toContain('Figures as of');
  await standby.raw('select pg_wal_replay_resume()');
  await standby.destroy();
});
