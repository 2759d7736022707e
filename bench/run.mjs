// npm run bench [-- --products=100000 --orders=1000000 --seconds=2 --only=listing,product --server=postgres://…/postgres]
// Measures the built server in a closed loop at one and eight connections, and in the same run the raw limits of
// the machine: SQL, an empty Express route, node:http, React. Compare the ratios.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { memoryGoal, number } from './goals.mjs';
import { agentFor, ask, measure } from './load.mjs';
import { nightlyCheck, orderScenes, withoutCopies } from './orders.mjs';
import { DEMO_PASSWORD } from './password.mjs';
import { rows } from './rows.mjs';
import { reading, search } from './scenes.mjs';
import { stage } from './stage.mjs';
import { bareOffer, signIn, trade, withoutBareOffers } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    orders: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
  },
});
const ms = Number(flags.seconds) * 1000;
const MAX_OFFERS = 120;
const SAMPLE = 5_000;
const WARM_MS = 800;
const WARM_BUYERS = 3;
const wanted = (name) => flags.only === '' || flags.only.split(',').some((part) => name.includes(part));

const trades = flags.orders ? ['--offers', flags.orders, '--orders', flags.orders] : [];
const play = await stage(Number(flags.products), flags.server, trades);
const client = new pg.Client(play.databaseUrl);
await client.connect();
const bare = fork(join(root, 'bench/bare.mjs'));
const [{ ports }] = await once(bare, 'message');
const [bareHttp, bareExpress, bareReact] = ports.map((port) => ({ origin: `http://127.0.0.1:${port}` }));

console.log(
  `\n${flags.products} products; ready ${number(play.ready)} ms after the start, ${number(play.memory())} MB\n`,
);
const { agent, measureRow, measureOnce, bareSql, start, missed, end } = rows(play, ms, wanted);

function propsIn(html, id) {
  const [, escaped = '{}'] = new RegExp(`id="${id}" data-props="([^"]*)"`).exec(html) ?? [];
  const plain = { '&quot;': '"', '&lt;': '<', '&gt;': '>', '&amp;': '&' };
  return JSON.parse(escaped.replace(/&(quot|lt|gt|amp);/g, (entity) => plain[entity]));
}

const byCards = (ids) => ({
  text: 'select id, seller_id, name, category, photo_1, units, min_order_units, msrp_cents, seller_price_cents, percent_off_msrp from products where id = any ($1)',
  values: [ids],
});
const byRow = (id) => ({ text: 'select * from products where id = $1', values: [id] });

async function scenes() {
  const buyer = await signIn(agent, play.origin, 'buyer-2@large.example.com');
  const everything = { ...search({}), headers: buyer.bearer };
  const found = JSON.parse((await ask(agent, play.origin, everything)).content);
  const { rows: sample } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) order by random() limit $1',
    [SAMPLE],
  );
  return { buyer, found, read: reading(buyer, found, sample) };
}

const tradeAs = (number, act) =>
  trade(
    client,
    { agent, origin: play.origin, email: `buyer-${number}@large.example.com`, most: MAX_OFFERS * 2 },
    act,
  );

/** Warm-up: compiles code and plans statements. */
async function warmUp({ read }, anyBuyer) {
  const all = agentFor(8);
  const began = performance.now();
  const send = (exchange) => (n) => ask(all, play.origin, exchange(n));
  for (const name of ['listing, page 1', 'product as a page', 'listing as a page']) {
    const { exchange } = read.find((scene) => scene.name === name);
    const { p50 } = await measure(send(exchange), { most: 1, warm: 0 });
    console.log(`the first answer to “${name}” came after ${number(p50)} ms`);
  }
  for (let n = 1; n <= WARM_BUYERS; n++)
    await tradeAs(anyBuyer + n, (_name, once) =>
      measure(
        send((k) => once[k]),
        { ms: Number.POSITIVE_INFINITY, most: once.length, connections: 8, warm: 0 },
      ),
    );
  // Last, because V8 discards code that has not run for a while.
  for (const { exchange } of read.filter(({ name }) => wanted(name)))
    await measure(send(exchange), { ms: WARM_MS, connections: 8, warm: 0 });
  await all.close();
  console.log(`warmed up in ${number((performance.now() - began) / 1000)} s`);
}

async function readAll({ buyer, found, read }) {
  const ids = found.products.map(({ id }) => id);
  const beside = {
    cards: await bareSql('bare SQL: 24 rows', byCards(ids)),
    row: await bareSql('bare SQL: one row', byRow(ids[0])),
  };
  await bareSql('24 rows, prepared', { name: 'cards', ...byCards(ids) });
  await bareSql('one row, prepared', { name: 'row', ...byRow(ids[0]) });
  for (const { name, exchange, bare: by, react, ...more } of read) {
    const bareCrowd = react && (await bareIsland(name, react, exchange()));
    await measureRow(name, exchange, { beside: beside[by], bareCrowd, ...more });
  }
  await measureRow('sign-in', () => ({
    method: 'POST',
    path: '/login',
    headers: buyer.form,
    body: { user: { email: 'buyer-3@large.example.com', password: DEMO_PASSWORD } },
  }));
}

async function bareIsland(name, id, exchange) {
  if (!wanted(name)) return null;
  bare.send({ id, props: propsIn((await ask(agent, play.origin, exchange)).content, id) });
  await once(bare, 'message');
  return measureRow(`bare React: ${name}`, () => ({ path: '/' }), bareReact);
}

async function tradeAll(anyBuyer) {
  let beside;
  const { buyerId } = await tradeAs(anyBuyer, async (name, exchanges, about) => {
    beside ??= await bareSql('bare SQL: an offer', bareOffer(about.buyerId, about.products[0]));
    await measureOnce(name, exchanges, { beside });
  });
  await client.query(withoutBareOffers, [buyerId]);
}

async function orders() {
  for (const { name, exchange, once, bare: statement } of await orderScenes(client, agent, play.origin)) {
    if (!wanted(name) || !statement) continue;
    const beside = await bareSql(`bare SQL: ${name}`, statement);
    if (once) await measureOnce(name, once, { beside });
    else await measureRow(name, exchange, { beside });
  }
  if (wanted('nightly ledger check')) {
    const { check, bare: least } = await nightlyCheck(client, play.command);
    console.log(
      `nightly ledger check ${number(check)} s, bare pass ${number(least)} s: ${number(check / least)} × bare`,
    );
  }
  await client.query(withoutCopies);
}

try {
  const all = await scenes();
  // A different buyer each time, of 400 that no other row uses.
  const anyBuyer = 10 + (Math.floor(Date.now() / 1000) % 400);
  await warmUp(all, anyBuyer);
  start();
  await measureRow('bare node:http, 30 KB', () => ({ path: '/' }), bareHttp);
  await measureRow('empty Express route', () => ({ path: '/' }), bareExpress);
  await readAll(all);
  await tradeAll(anyBuyer);
  await orders();
  console.log(`\nmemory after the load ${memoryGoal(play.memory())}`);
  console.log(missed.length ? `${missed.length} goals were missed` : 'every goal was met');
} finally {
  end();
  bare.disconnect();
  await client.end();
  await play.stop();
}
