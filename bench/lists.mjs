// npm run bench:lists [-- --offers=20000 --seconds=2 --server=postgres://…/postgres]
// Measures the search in one buyer's offers and orders, as many of each, and that of staff, who search the offers and
// orders of every party: medians over HTTP (goal 300 ms).
import { parseArgs } from 'node:util';
import pg from 'pg';
import { agentFor, ask, measure } from './load.mjs';
import { stage } from './stage.mjs';
import { signIn } from './trade.mjs';

const GOAL_MS = 300;

const { values: flags } = parseArgs({
  options: {
    offers: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '2' },
    server: { type: 'string' },
  },
});

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const SEARCHES = {
  'newest, first page': 'per=50',
  'two words': 'q=cotton%20pack&per=50',
  'one letter': 'q=c&per=50',
  'a number': 'q=OF-1000&per=50',
  'by total': 'sort=total_desc&per=50',
  'by total, in the middle': 'sort=total_desc&per=50&page=200',
  'by expiry, two words': 'q=cotton%20pack&sort=expires&per=50',
  'half a year, 200 rows': `from=${daysAgo(182)}&to=${daysAgo(0)}&per=200`,
};

const play = await stage(2_000, flags.server, [
  '--users',
  '60',
  '--offers',
  flags.offers,
  '--orders',
  flags.offers,
]);
const client = new pg.Client(play.databaseUrl);
const agent = agentFor(1);

/** One buyer has every offer and order. */
async function giveAllToOne() {
  const { rows } = await client.query(
    `select email, buyer_id from users where buyer_id is not null and status = 'onboarded'
        and email like '%@large.example.com' order by id limit 1`,
  );
  const [{ email, buyer_id }] = rows;
  const [seller] = (
    await client.query('select name from sellers join offers on seller_id = sellers.id limit 1')
  ).rows;
  await client.query('set session_replication_role = replica');
  for (const table of ['offers', 'purchase_orders'])
    await client.query(`update ${table} set buyer_id = $1 where buyer_id <> $1`, [buyer_id]);
  // What a job fills in for rows that were written without triggers.
  for (const table of ['products', 'purchase_order_products'])
    await client.query(
      `update ${table} set search_text = goods_words(name, upc, sku) where search_text is null`,
    );
  await client.query('set session_replication_role = default');
  await client.query('vacuum analyze offers, purchase_orders, products, purchase_order_products');
  return {
    email,
    searches: { ...SEARCHES, 'a seller by name': `q=${encodeURIComponent(seller.name)}&per=50` },
  };
}

const STAFF = 'bench-staff@example.com';

const staffAccount = `
  insert into users (email, full_name, status, admin, password_digest)
    select $1, 'Bench', 'onboarded', true, password_digest from users where email like '%@large.example.com' limit 1
  on conflict do nothing`;

async function report(name, path, headers) {
  const ms = Number(flags.seconds) * 1000;
  const first = await ask(agent, play.origin, { path, headers });
  const { p50, p95 } = await measure(() => ask(agent, play.origin, { path, headers }), { ms, warm: 2 });
  const found = first.headers['x-total-count'];
  const verdict = p50 <= GOAL_MS ? 'met' : `MISSED (≤ ${GOAL_MS} ms)`;
  console.log(
    `${name.padEnd(40)} ${p50.toFixed(0).padStart(5)} ms  p95 ${p95.toFixed(0).padStart(5)} ms  ${found} found  ${verdict}`,
  );
}

try {
  await client.connect();
  const { email, searches } = await giveAllToOne();
  await client.query(staffAccount, [STAFF]);
  for (const [viewer, account] of [
    ['buyer', email],
    ['staff', STAFF],
  ]) {
    const { bearer } = await signIn(agent, play.origin, account);
    for (const [list, address] of [
      ['offers', '/offers'],
      ['orders', '/marketplace/purchase_orders'],
    ])
      for (const [name, query] of Object.entries(searches))
        if (list === 'offers' || !query.includes('expires'))
          await report(`${viewer}, ${list}: ${name}`, `${address}?${query}`, bearer);
  }
} finally {
  await Promise.all([client.end(), agent.close()]);
  await play.stop();
}
