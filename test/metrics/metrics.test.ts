import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createRequestScopes } from '../../db/request-scope';
import { metricsEndpoint } from '../../server/metrics/endpoint';
import { createInstruments } from '../../server/metrics/instruments';
import { observeStatements, requestObserver } from '../../server/metrics/observers';
import { collectProcess } from '../../server/metrics/sources';
import { MONEY_JOBS } from '../../server/payments/jobs';
import { Factory } from '../support/factories';
import { until } from '../support/process';
import { projectRoot } from '../support/roots';
import { testConfig } from '../support/services';
import { startTestServer, type TestServer } from '../support/test-server';

const TOKEN = 'a-token-of-the-tests-alone';
const NAMES = `http_requests_total http_request_duration_seconds http_requests_in_progress http_shed_total
  db_pool_connections db_pool_wait_seconds db_query_duration_seconds db_errors_total db_away db_replica_lag_seconds
  db_clock_offset_seconds db_locks_waiting db_oldest_transaction_seconds jobs_total job_duration_seconds queue_jobs
  queue_oldest_due_seconds mails_total mails_unsent mails_oldest_unsent_seconds payment_events_total
  payment_events_unprocessed payment_events_oldest_seconds stripe_requests_total cable_connections cable_subscriptions
  cable_messages_total cable_fanout_lag_seconds cable_gaps_total cable_dropped_total search_index_listings
  search_index_bytes search_index_age_seconds search_index_load_seconds search_index_changes_total cache_requests_total
  cache_bytes orders_total offers_moves_total accept_refused_total consistency_findings
  backup_last_success_timestamp_seconds rate_limited_total build_info shared_stale`
  .split(/\s+/)
  .map((name) => `lotwise_${name}`)
  .concat('process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds', 'nodejs_gc_duration_seconds')
  .concat('nodejs_eventloop_utilization_ratio', 'nodejs_heap_size_used_bytes');

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

const parse = (text: string): Series[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label, content]) => [label, content]);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });

let server: TestServer;
let factory: Factory;

const ask = (headers: Record<string, string> = { Authorization: `Bearer ${TOKEN}` }, method = 'GET') =>
  fetch(`${server.origin}/metrics`, { headers, method });
const scrape = async () => parse(await (await ask()).text());
const totalOf = async (name: string, labels: Record<string, string> = {}) =>
  (await scrape())
    .filter((series) => series.name === `lotwise_${name}`)
    .filter((series) => Object.entries(labels).every(([label, value]) => series.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);

beforeAll(async () => {
  server = await startTestServer({ operations: { ...testConfig().operations, metricsToken: TOKEN } });
  factory = new Factory(server);
  collectProcess(server.services, 'all');
});
afterAll(() => server.close());

test('a visit, a cart and a job leave every metric, without an id or an address in any label', async () => {
  const { id, seller_id } = await factory.aProduct();
  const buyer = await factory.aBuyer();
  const client = await factory.as(buyer);
  await client.request('GET', `/all_products/${seller_id}/${id}`, { headers: { Accept: 'text/html' } });
  const seller = await factory.db('users').where({ seller_id }).first('id');
  const line = { product_id: id, quantity: 10, unit_price: 900 };
  const offer = { seller_user_id: seller?.id, offer_products_attributes: [line] };
  expect((await client.request('POST', '/offers', { body: { offer } })).status).toBe(201);
  const { email } = await factory.aBuyer();
  expect((await client.request('POST', '/password', { body: { user: { email } } })).status).toBe(200);
  await until(async () => (await totalOf('jobs_total', { outcome: 'done' })) > 0);

  const text = await (await ask()).text();
  const missing = NAMES.filter((name) => !text.includes(`\n# TYPE ${name} `));
  expect(missing).toEqual([]);
  const series = parse(text);
  const routes = new Set(series.map(({ labels }) => labels.route));
  expect([...routes]).toEqual(
    expect.arrayContaining(['/all_products/:seller_id/:product_id', '/offers', 'other']),
  );
  const SECRET = /@|\d{3,}\.\d|[0-9a-f]{8}-[0-9a-f]{4}|\/\d+|%|\?/;
  const labels = series.flatMap(({ labels: { le, quantile, node, version, ...named } }) =>
    Object.values(named),
  );
  expect(labels.filter((label) => SECRET.test(label))).toEqual([]);
  expect(await totalOf('http_requests_total', { route: '/offers', method: 'POST', status: '2xx' })).toBe(1);
});

test('needs the token, and answers GET alone', async () => {
  const unauthorized = [{}, { Authorization: 'Bearer wrong' }, { Authorization: TOKEN }];
  for (const headers of unauthorized) {
    const answer = await ask(headers as Record<string, string>);
    expect([answer.status, await answer.text()]).toEqual([
      401,
      '{"error":"Unauthorized","code":"unauthorized"}',
    ]);
  }
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect((await ask({ Authorization: `Bearer ${TOKEN}` }, 'POST')).status).toBe(405);
});

test.each([
  [true, 200],
  [false, 404],
])('without a token it answers where the demo is on: %s, %i', async (demo, status) => {
  const { operations } = server.services.config;
  const endpoint = metricsEndpoint(
    { demo, operations: { ...operations, metricsToken: null } },
    async () => '',
  );
  const own = createServer(endpoint).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(status);
  own.close();
});

test('strange paths and methods add no series', async () => {
  await Promise.all(
    Array.from({ length: 300 }, (_, at) => fetch(`${server.origin}/offers/x${at}/y${at}?z=${at}`)),
  );
  const ofRequests = async () => (await scrape()).filter(({ name }) => name.startsWith('lotwise_http_'));
  const before = await ofRequests();
  await Promise.all(Array.from({ length: 300 }, (_, at) => fetch(`${server.origin}/nowhere-${at}`)));
  expect((await ofRequests()).map(({ labels }) => labels)).toEqual(before.map(({ labels }) => labels));
});

test('300 routes, 300 statements and 60 jobs stay within 2,000 series; the rest are `other`', async () => {
  const metrics = createInstruments();
  const observe = requestObserver(metrics);
  const statements = observeStatements(metrics, server.services.log, createRequestScopes());
  for (let at = 0; at < 300; at += 1) {
    const res = Object.assign(new EventEmitter(), { locals: { route: `/route-${at}` }, statusCode: 200 });
    observe({ method: 'GET' } as never, res as never);
    res.emit('close');
    statements.ended(`statement ${at}`, 1);
  }
  for (let at = 0; at < 60; at += 1) {
    metrics.jobs.inc({ name: `job-${at}`, outcome: 'done' });
    metrics.jobSeconds.observe({ name: `job-${at}` }, 1);
  }
  const series = parse(await metrics.registry.metrics());
  expect(
    series.length + (await scrape()).filter(({ name }) => /^(process|nodejs)_/.test(name)).length,
  ).toBeLessThan(2_000);
  const others = series.filter(
    ({ name, labels }) => name === 'lotwise_http_requests_total' && labels.route === 'other',
  );
  expect(others.map(({ value }) => value)).toEqual([244]);
});

test('shared figures show waiting mails, events and failed jobs', async () => {
  await factory.db('payment_events').insert({ id: 'evt_of_tests', type: 'charge.refunded', payload: '{}' });
  await factory.db.raw(
    `select graphile_worker.add_job('a-job-of-no-worker', run_at := now() - interval '7 minutes')`,
  );
  await until(async () => (await totalOf('payment_events_unprocessed')) === 1);
  expect(await totalOf('queue_jobs', { name: 'a-job-of-no-worker', state: 'due' })).toBe(1);
  expect(await totalOf('queue_oldest_due_seconds')).toBeGreaterThan(400);
  expect(await totalOf('shared_stale')).toBe(0);
});

test("waits are counted by the database's clock", async () => {
  const later = new Date(Date.now() + 3_600_000);
  vi.spyOn(server.services.databaseClock, 'now').mockReturnValue(later);
  await until(async () => (await totalOf('queue_oldest_due_seconds')) > 3_600);
  vi.restoreAllMocks();
});

test('while the database is away a scrape answers with the last values', async () => {
  const events = await totalOf('payment_events_unprocessed');
  vi.spyOn(server.services.databaseHealth, 'isUnavailable').mockReturnValue(true);
  const began = performance.now();
  await until(async () => (await totalOf('shared_stale')) === 1);
  expect(await totalOf('payment_events_unprocessed')).toBe(events);
  expect(await totalOf('db_away')).toBe(1);
  expect(performance.now() - began).toBeLessThan(10_000);
  vi.restoreAllMocks();
});

describe('docs/operations', () => {
  const known = async () => new Set((await (await ask()).text()).match(/(?<=# TYPE )\S+/g));
  const used = (text: string) => [
    ...new Set([...text.matchAll(/\b(?:lotwise|process|nodejs)_\w+/g)].map(([name]) => name)),
  ];
  const withoutSuffix = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

  test.each(['alerts.yml', 'dashboard.json'])('%s names only metrics that exist', async (file) => {
    const names = await known();
    const text = readFileSync(join(projectRoot, 'docs/operations', file), 'utf8');
    expect(used(text).length).toBeGreaterThan(10);
    expect(used(text).filter((name) => !names.has(name) && !names.has(withoutSuffix(name)))).toEqual([]);
  });

  const alerts = readFileSync(join(projectRoot, 'docs/operations/alerts.yml'), 'utf8');

  test('a failed job of each payment, and no other, pages somebody', () => {
    const [, names = ''] = /lotwise_queue_jobs\{state="failed", name=~"([^"]*)"/.exec(alerts) ?? [];
    expect(names.split('|').sort()).toEqual([...MONEY_JOBS].sort());
  });

  test('an alert of failed requests needs no refused ones, and the other way round', () => {
    const rates =
      alerts.match(/sum\(rate\(lotwise_http_(?:shed_total|requests_total\{status)[^)]*\)\)/g) ?? [];
    expect(rates).toHaveLength(6);
    for (const rate of rates) expect(alerts).toContain(`(${rate} or vector(0))`);
  });
});
