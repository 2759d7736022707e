import pg from 'pg';
import { type TestDatabase, testDatabase } from '../support/database';
import { start, stop, stopAll, until } from '../support/process';
import { type Caller, signIn } from '../support/process-client';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** 01:30 in New York, in summer time and an hour later in winter time. */
const TWICE = ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'] as const;

let database: TestDatabase;

const env = (more: Record<string, string>) => ({
  DATABASE_URL: database.url,
  PORT: '0',
  DATA_DIR: 'tmp/test-time-zone',
  SECRET_KEY_BASE: 'the same for every process of this suite',
  APP_URL: 'http://localhost:3000',
  ...more,
});

/** Moves orders, offers and postings of the demo to the doubled hour; a replica's session skips the triggers. */
async function moveTrade() {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const [column, table] of [
    ['created_at', 'purchase_orders'],
    ['paid_at', 'purchase_orders'],
    ['created_at', 'offers'],
    ['at', 'ledger_transactions'],
  ] as const)
    await client.query(
      `update ${table} set ${column} = ($1::timestamptz[])[1 + id % 2] where ${column} is not null and id % 3 <> 0`,
      [TWICE],
    );
  await client.end();
}

beforeAll(async () => {
  database = await testDatabase();
  expect(await start('dist/command.js', env({ SEED_DEMO: 'true' }), ['seed']).ended).toBe(0);
  await moveTrade();
});
afterEach(stopAll);
afterAll(() => database.drop());

const PAGES = ['/my_orders', '/my_offers'];
const SELLER_PAGES = [...PAGES, '/dashboard/analytics', '/dashboard/earnings'];
const MARKETPLACE = ['/marketplace/purchase_orders.csv', '/offers.csv'];
const AS_SELLER = [
  ...MARKETPLACE,
  '/marketplace/statements/2026-10.csv',
  '/marketplace/statements/2026-11.csv',
  '/seller/analytics?days=30',
  '/seller/analytics.csv?days=90',
];
const AS_STAFF = [
  ...['purchase_order', 'offer', 'user', 'product'].map((name) => `/admin/insights/download_csv/${name}.csv`),
  '/admin/insights/overview?days=30',
  '/admin/insights/purchase_order',
  '/admin/insights/rows/offer',
  '/admin/insights/totals/purchase_order',
];

/** Without what is new in every answer. */
const steady = (text: string) =>
  text
    .replaceAll(/nonce[-=]"?[^"' ]+/g, 'nonce')
    .replaceAll(/(name="(?:csrf-token|csp-nonce)" content=")[^"]+/g, '$1')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(?=&quot;,&quot;tab)/g, 'now')
    .replaceAll(/(?:expires|signature)=[0-9a-f]+/g, '');

async function read(paths: readonly string[], ask: (path: string) => Promise<Response>) {
  const found: [string, number, string][] = [];
  for (const path of paths) {
    const answer = await ask(path);
    found.push([path, answer.status, steady(await answer.text())]);
  }
  return found;
}

const fetchAs =
  (origin: string, { authorization }: Caller) =>
  (path: string) =>
    fetch(origin + path, { headers: { Authorization: authorization, Accept: 'application/json, text/csv' } });

/** Everything that the process answers in this zone of its operator. */
async function answersIn(TZ: string) {
  const web = start('dist/web.js', env({ TZ }));
  const [, port] = await web.waitForOutput(/"port":(\d+)/);
  const origin = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${origin}/ready`)).ok);
  const seller = await signIn(origin, 'seller@example.com');
  const buyer = await signIn(origin, 'buyer@example.com');
  const staff = await signIn(origin, 'admin@example.com');
  const answers = [
    ...(await read(SELLER_PAGES, seller.page)),
    ...(await read(PAGES, buyer.page)),
    ...(await read(AS_SELLER, fetchAs(origin, seller))),
    ...(await read(MARKETPLACE, fetchAs(origin, buyer))),
    ...(await read(AS_STAFF, fetchAs(origin, staff))),
  ];
  await stop(web);
  return answers;
}

test('pages, exports, statements and Insights are the same in every TZ of the process', async () => {
  const utc = await answersIn('UTC');
  const statement = utc.find(([path]) => path.includes('2026-11.csv'))?.[2];
  for (const at of TWICE) expect(statement).toContain(new Date(at).toISOString().slice(0, 10));
  for (const [path, status] of utc) expect([path, status]).toEqual([path, 200]);
  for (const zone of ['America/New_York', 'Asia/Kathmandu']) {
    const others = await answersIn(zone);
    for (const [index, answer] of utc.entries()) expect(others[index]).toEqual(answer);
  }
});
