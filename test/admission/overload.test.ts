import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createBearerTokens } from '../../server/accounts/sessions/bearer';
import { type TestDatabase, testDatabase } from '../support/database';
import { Factory } from '../support/factories';
import { start, stopAll, until } from '../support/process';
import { testServices } from '../support/services';

const SECRET_KEY_BASE = 'the-secret-key-base-of-the-tests-of-overload';

interface Outcome {
  readonly sent: number;
  readonly refused: number;
  readonly failed: number;
  readonly goodput: number;
  readonly p99: number;
}

type Outcomes = { readonly capacity: number } & Record<'browse' | 'own' | 'commit', Outcome>;

let database: TestDatabase;
let origin: string;
let headers: Record<string, string>;

async function bearer() {
  const services = testServices(database.url);
  const buyer = await new Factory({ services, origin: '' }).aBuyer();
  const { config, db } = services;
  const token = await createBearerTokens({ config: { ...config, secretKeyBase: SECRET_KEY_BASE }, db }).issue(
    buyer.id,
  );
  await services.close();
  return { authorization: `Bearer ${token}`, accept: 'application/json' };
}

beforeAll(async () => {
  database = await testDatabase();
  headers = await bearer();
  const run = start('dist/web.js', {
    DATABASE_URL: database.url,
    PORT: '0',
    DATA_DIR: 'tmp/test-overload',
    SECRET_KEY_BASE,
    LOAD_SHEDDING: 'on',
    RATE_LIMITS: 'off',
  });
  const [, port] = await run.waitForOutput(/"port":(\d+)/);
  origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/ready`)).ok);
});
afterAll(async () => {
  await stopAll();
  await database.drop();
});

const json = { 'content-type': 'application/json' };

async function overload(seconds: number): Promise<Outcomes> {
  const load = {
    origin,
    seconds,
    browse: [{ path: '/sign_in', headers: { accept: 'text/html' } }],
    streams: {
      own: { requests: [{ path: '/me', headers }], perSecond: 10 },
      commit: {
        requests: [{ method: 'PUT', path: '/offers/1/accept', headers: { ...headers, ...json }, body: '{}' }],
        perSecond: 10,
      },
    },
  };
  const script = join(__dirname, 'overload-load.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)]);
  return JSON.parse(stdout) as Outcomes;
}

test('at three times its capacity a process goes on: browsing is refused, commits are not', async () => {
  const { capacity, browse, own, commit } = await overload(6);
  const told = JSON.stringify({ capacity, browse, own, commit });
  expect([browse.failed, own.failed, commit.failed, told]).toEqual([0, 0, 0, told]);
  expect(browse.refused).toBeGreaterThan(0);
  expect(commit.refused / commit.sent).toBeLessThan(0.1);
  expect(own.refused / own.sent).toBeLessThan(0.8);
  expect(browse.goodput).toBeGreaterThan(0.3 * capacity);
  expect(commit.p99).toBeLessThan(8_000);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  expect(metrics).toMatch(/lotwise_http_shed_total\{class="C",reason="lag"\} \d+/);
  await until(async () => (await fetch(`${origin}/sign_in`)).ok);
});
