// npm run bench [-- --products=100000 --seconds=2 --only=listing,product --server=postgres://…/postgres]
// The built server under a closed loop, at one connection and at eight, and beside it in the same run the raw limits
// of the same machine: bare SQL, an empty Express route, bare node:http. Believe the ratios.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { agentFor, ask, measure } from './load.mjs';
import { DEMO_PASSWORD } from './password.mjs';
import { listings } from './scenes.mjs';
import { stage } from './stage.mjs';
import { addToCart, goodsOf, signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
  },
});
const ms = Number(flags.seconds) * 1000;
const MOST_OFFERS = 120;

const number = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const rows = [];

/** With `cpu`, milliseconds of the web process's own time for each exchange. */
function say(name, one, eight, bare, cpu) {
  const ratio = bare ? `${number(one.p50 / bare.p50)} ×` : '';
  rows.push({ name, one, eight });
  console.log(
    [
      name.padEnd(26),
      ...[one.p50, one.p95, one.p99].map((value) => number(value).padStart(8)),
      (eight ? number(eight.perSecond) : '').padStart(9),
      ratio.padStart(9),
      (cpu ? number(cpu) : '').padStart(9),
    ].join(' '),
  );
}

const wanted = (name) => flags.only === '' || flags.only.split(',').some((part) => name.includes(part));
const one = agentFor(1);
const eight = agentFor(8);

async function both(name, origin, exchange, bare) {
  if (!wanted(name)) return null;
  const near = await bare?.();
  const by = (agent) => (n) => ask(agent, origin, typeof exchange === 'function' ? exchange(n) : exchange);
  const alone = await measure(by(one), { ms });
  const before = play.cpu();
  const crowd = await measure(by(eight), { ms, connections: 8, warm: 0 });
  say(name, alone, crowd, near, (play.cpu() - before) / crowd.times);
  return alone;
}

/** Things that can be done once: no more than there are. */
async function each(name, origin, exchanges, bare) {
  if (!wanted(name) || exchanges.length === 0) return null;
  const near = await bare?.();
  const half = Math.floor(exchanges.length / 2);
  const alone = await measure((n) => ask(one, origin, exchanges[n]), { ms, most: half, warm: 3 });
  const left = exchanges.slice(half);
  const before = play.cpu();
  const crowd = await measure((n) => ask(eight, origin, left[n]), {
    ms,
    most: left.length,
    warm: 0,
    connections: 8,
  });
  say(name, alone, crowd, near, (play.cpu() - before) / crowd.times);
  return alone;
}

async function bareSql(client, name, sql, bindings) {
  const pool = new pg.Pool({ connectionString: play.databaseUrl, max: 8 });
  const alone = await measure(() => client.query(sql, bindings()), { ms });
  const crowd = await measure(() => pool.query(sql, bindings()), { ms, connections: 8 });
  await pool.end();
  say(name, alone, crowd);
  // Measured again beside everything that is compared with it: the machine may be busier then.
  return () => measure(() => client.query(sql, bindings()), { ms: Math.min(ms, 400) });
}

const products = Number(flags.products);
const play = await stage(products, flags.server);
const { origin } = play;
const client = new pg.Client(play.databaseUrl);
await client.connect();
const bare = fork(join(root, 'bench/bare.mjs'));
const [{ ports }] = await once(bare, 'message');

console.log(
  `\n${products} products; ready ${number(play.ready)} ms after the start, ${number(play.memory())} MB`,
);
console.log(
  ['', 'p50 ms', 'p95', 'p99', 'per s at 8', 'p50 ÷ bare', 'cpu ms']
    .map((head, n) => (n ? head.padStart(n > 3 ? 10 : 8) : head.padEnd(26)))
    .join(' '),
);
try {
  await both('bare node:http, 30 KB', `http://127.0.0.1:${ports[0]}`, { path: '/' });
  await both('empty Express route', `http://127.0.0.1:${ports[1]}`, { path: '/' });
  const firstBegan = performance.now();
  const first = JSON.parse(
    (
      await ask(one, origin, {
        method: 'POST',
        path: '/marketplace/products/search',
        body: {},
        headers: (await signIn(one, origin, 'buyer-1@large.example.com')).bearer,
      })
    ).content,
  );
  console.log(
    `first search of the process ${number(performance.now() - firstBegan)} ms (with signing in), ${number(play.memory())} MB`,
  );
  const ids = first.products.map(({ id }) => id);
  const bareCards = await bareSql(
    client,
    'bare SQL: 24 rows',
    'select id, seller_id, name, category, photo_1, units, min_order_units, msrp_cents, seller_price_cents, percent_off_msrp from products where id = any ($1)',
    () => [ids],
  );
  const bareRow = await bareSql(client, 'bare SQL: one row', 'select * from products where id = $1', () => [
    ids[0],
  ]);

  const buyer = await signIn(one, origin, 'buyer-2@large.example.com');
  const [{ seller_id: sellerId }] = first.products;
  for (const [name, exchange] of Object.entries(listings(first, { sellerId })))
    await both(name, origin, { ...exchange, headers: buyer.bearer }, bareCards);
  await both(
    'next page by cursor',
    origin,
    () => ({
      method: 'POST',
      path: '/marketplace/products/search',
      headers: buyer.bearer,
      body: { cursor: first.next_cursor },
    }),
    bareCards,
  );

  const page = (path) => ({ path, headers: { ...buyer.cookie, accept: 'text/html' } });
  const some = (n) => first.products[n % first.products.length];
  await both(
    'product by API',
    origin,
    (n) => ({ path: `/marketplace/products/${some(n).id}`, headers: buyer.bearer }),
    bareRow,
  );
  await both(
    'product as a page',
    origin,
    (n) => page(`/all_products/${some(n).seller_id}/${some(n).id}`),
    bareRow,
  );
  await both('listing as a page', origin, page('/all_products'), bareCards);
  await both('storefront as a page', origin, page(`/seller/${sellerId}`), bareCards);
  await both('My Offers', origin, { path: '/offers', headers: buyer.bearer });
  await both('My Orders', origin, { path: '/marketplace/purchase_orders', headers: buyer.bearer });
  await both('sign-in', origin, {
    method: 'POST',
    path: '/login',
    headers: buyer.form,
    body: { user: { email: 'buyer-3@large.example.com', password: DEMO_PASSWORD } },
  });

  const email = `buyer-${10 + (Math.floor(Date.now() / 1000) % 400)}@large.example.com`;
  const trader = await signIn(one, origin, email);
  const { rows: who } = await client.query('select buyer_id from users where email = $1', [email]);
  const goods = await goodsOf(client, MOST_OFFERS * 2, who[0].buyer_id);
  await each(
    'add to cart (new offer)',
    origin,
    goods.map((item) => addToCart(item, trader.bearer)),
    bareRow,
  );
  const { rows: drafts } = await client.query(
    `select id from offers where buyer_id = $1 and state = 'draft' order by id`,
    [who[0].buyer_id],
  );
  const half = Math.floor(drafts.length / 2);
  const put = (path) => ({ method: 'PUT', path, headers: trader.bearer, body: {} });
  await each(
    'send an offer',
    origin,
    drafts.slice(0, half).map(({ id }) => put(`/offers/${id}/submit`)),
    bareRow,
  );
  await each(
    'accept: Buy Now',
    origin,
    drafts.slice(half).map(({ id }) => put(`/offers/${id}/accept`)),
    bareRow,
  );
  console.log(`memory after the load ${number(play.memory())} MB`);
} finally {
  one.destroy();
  eight.destroy();
  bare.disconnect();
  await client.end();
  await play.stop();
}
