// npm run bench:insights [-- --server=postgres://…/postgres | --url=http://… --database=postgres://…/name --pid=N]
// Measures staff screens with 250,000 orders, 1,000,000 offers and 100,000 users: medians (goal 300 ms), memory
// during an export, and whether the answers equal SQL over the same data.
import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { parse } from 'fast-csv';
import pg from 'pg';
import { agentFor, ask, measure } from './load.mjs';
import { memoryOf } from './processor.mjs';
import { stage } from './stage.mjs';
import { signIn } from './trade.mjs';

const PROMISED_MS = 300;
const PROMISED_MB = 64;
const STAFF = 'bench-staff@example.com';

const { values: flags } = parseArgs({
  options: {
    server: { type: 'string' },
    url: { type: 'string' },
    database: { type: 'string' },
    pid: { type: 'string' },
    seconds: { type: 'string', default: '2' },
  },
});

const play = flags.url
  ? {
      origin: flags.url,
      databaseUrl: flags.database,
      memory: () => (flags.pid ? memoryOf(flags.pid) : Number.NaN),
      stop: async () => {},
    }
  : await stage(100_000, flags.server, ['--users', '100000', '--offers', '1000000', '--orders', '250000']);

const client = new pg.Client(play.databaseUrl);
await client.connect();
await client.query(
  `insert into users (email, full_name, status, admin, password_digest)
     select $1, 'Bench', 'onboarded', true, password_digest from users where email like '%@large.example.com' limit 1
   on conflict do nothing`,
  [STAFF],
);
const agent = agentFor(1);
const { bearer } = await signIn(agent, play.origin, STAFF);
const path = (name) => `/admin/insights/${name}`;
const failures = [];

function say(name, value, unit, most) {
  const kept = most === undefined || value <= most;
  if (!kept) failures.push(name);
  console.log(`${name.padEnd(44)} ${value.toFixed(0).padStart(7)} ${unit}${kept ? '' : `   over ${most}`}`);
}

function same(name, answered, stored) {
  const equal = JSON.stringify(answered) === JSON.stringify(stored);
  if (!equal) failures.push(name);
  console.log(
    `${name.padEnd(44)} ${equal ? '  equal' : `  ${JSON.stringify(answered)} is not ${JSON.stringify(stored)}`}`,
  );
}

const ago = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const json = async (name) =>
  JSON.parse((await ask(agent, play.origin, { path: path(name), headers: bearer })).content);

const firstByte = (name) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const req = request(play.origin + path(name), { headers: bearer }, (answer) => {
      answer.once('data', () => {
        answer.destroy();
        resolve(performance.now() - began);
      });
    });
    req.on('error', reject).end();
  });

const readCsv = (name, onRow) =>
  new Promise((resolve, reject) => {
    let rows = 0;
    request(play.origin + path(name), { headers: bearer }, (answer) => {
      answer
        .pipe(parse({ headers: true }))
        .on('error', reject)
        .on('data', (row) => {
          rows++;
          onRow(row);
        })
        .on('end', () => resolve(rows));
    })
      .on('error', reject)
      .end();
  });

const one = async (sql) => Object.values((await client.query(sql)).rows[0]).map(Number);

try {
  const screens = {
    counts: 'counts',
    'overview, 90 days': 'overview?days=90',
    'overview, 365 days': 'overview?days=365',
    'stuck work': 'stuck',
    'orders, first rows': 'rows/purchase_order?page=1&per=100',
    'orders by buyer, first rows': 'rows/purchase_order?sort=buyer_user_email&page=1&per=100',
    'orders by total, in the middle': 'rows/purchase_order?sort=total_cents&page=1250&per=100',
    'orders by buyer, in the middle': 'rows/purchase_order?sort=buyer_user_email&page=1250&per=100',
    'offers, first rows': 'rows/offer?page=1&per=100',
    'offers by total, first rows': 'rows/offer?sort=total_cents&page=1&per=100',
    'offers by seller, first rows': 'rows/offer?sort=seller_user_email&page=1&per=100',
    'offers, in the middle': 'rows/offer?page=5000&per=100',
    'offers by buyer, in the middle': 'rows/offer?sort=buyer_user_email&page=5000&per=100',
    'offers by seller, three quarters down': 'rows/offer?sort=seller_user_email&page=7500&per=100',
    'offers of a quarter by total': `rows/offer?sort=total_cents&from=${ago(400)}&to=${ago(310)}&page=1&per=100`,
    'offers of a quarter, in the middle': `rows/offer?from=${ago(400)}&to=${ago(310)}&page=800&per=100`,
    'products by seller, in the middle': 'rows/product?sort=seller_name&page=500&per=100',
    'products by units, in the middle': 'rows/product?sort=units&page=500&per=100',
    'products by a word': 'rows/product?query=cotton&page=1&per=100',
    'products by two letters': 'rows/product?query=to&page=1&per=100',
    'orders of a seller by name': 'rows/purchase_order?query=harrow&page=1&per=100',
    'products, first rows': 'rows/product?page=1&per=100',
    'buyers, first rows': 'rows/user?kind=buyer&page=1&per=100',
    'one offer by its number': 'rows/offer?query=OF-543210&page=1&per=100',
    'a person by name': 'rows/user?query=buyer-777&page=1&per=100',
    'an order in detail': 'purchase_order/200000',
    'an offer in detail': 'offer/500000',
    'a user in detail': 'user/5000',
  };
  for (const [name, address] of Object.entries(screens)) {
    const { p50 } = await measure(() => ask(agent, play.origin, { path: path(address), headers: bearer }), {
      ms: Number(flags.seconds) * 1000,
      warm: 2,
    });
    say(name, p50, 'ms', PROMISED_MS);
  }
  for (const resource of ['purchase_order', 'offer', 'product', 'user']) {
    const times = [];
    for (let n = 0; n < 5; n++) times.push(await firstByte(`download_csv/${resource}.csv`));
    say(`${resource}.csv, first byte`, times.sort((a, b) => a - b)[2], 'ms', PROMISED_MS);
  }

  const base = play.memory();
  let most = base;
  const watching = setInterval(() => {
    most = Math.max(most, play.memory());
  }, 50);
  const began = performance.now();
  let cents = 0;
  const rows = await readCsv('download_csv/offer.csv', (row) => {
    cents += Number(row.total_cents);
  });
  clearInterval(watching);
  say('offer.csv, all of it', performance.now() - began, 'ms');
  if (!Number.isNaN(base)) say('memory over the base meanwhile', most - base, 'MB', PROMISED_MB);
  same(
    'offers in the CSV: rows, total',
    [rows, cents],
    await one(
      `select (select count(*) from offers), (select sum(quantity * unit_price_cents) from offer_products)`,
    ),
  );
  let orderCents = 0;
  const orderRows = await readCsv('download_csv/purchase_order.csv', (row) => {
    orderCents += Number(row.total_cents);
  });
  same(
    'orders in the CSV: rows, total',
    [orderRows, orderCents],
    await one('select count(*), sum(total_cents) from purchase_orders'),
  );
  const { totals } = await json('overview?days=90');
  same(
    'overview: traded, orders',
    [totals.volume_cents, totals.orders],
    await one(
      `select sum(total_cents), count(*) from purchase_orders where status <> 'canceled'
       and created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc' - interval '89 days'`,
    ),
  );
} finally {
  agent.destroy();
  await client.end();
  await play.stop();
}
if (failures.length > 0) {
  console.error(`Not kept: ${failures.join(', ')}`);
  process.exitCode = 1;
}
