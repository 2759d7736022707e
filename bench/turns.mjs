// npm run bench:turns -- --before=DIRECTORY [--after=DIRECTORY --products=20000 --rounds=9 --requests=200 --only=product,cart]
// npm run bench:turns -- --defaults [--products=20000 …]
// Compares the built web processes of two checkouts on one database in alternating turns, by processor time per
// answered request: on a shared machine two runs after one another differ by more than most changes bring.
// --defaults compares this checkout as benchmarks start it, where nothing is refused, with production's defaults: load
// shedding and rate limits. --callers compares, in one process of this checkout, keys with people, requests with an
// Idempotency-Key with those without, and companies with an endpoint with others.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { answering, buyerOf } from './answering.mjs';
import { callers } from './callers.mjs';
import { number } from './goals.mjs';
import { agentFor, ask, measure } from './load.mjs';
import { cpuOf, memoryOf } from './processor.mjs';
import { reading, search } from './scenes.mjs';
import { freePort, startCatalog, startWeb, withDefaults } from './stage.mjs';
import { addToCart, signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    before: { type: 'string', default: root },
    defaults: { type: 'boolean', default: false },
    callers: { type: 'boolean', default: false },
    after: { type: 'string', default: root },
    products: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '200' },
    only: { type: 'string' },
    server: { type: 'string' },
  },
});
const SIDES = flags.callers
  ? ['first ms', 'second ms']
  : flags.defaults
    ? ['bare ms', 'defaults ms']
    : ['before ms', 'after ms'];
const CONNECTIONS = 8;
const SAMPLE = 5_000;
const WARM_REQUESTS = 600;
const NAME_WIDTH = 32;
/** Enough for drafts with as many sellers as a turn has requests. */
const [FIRST_BUYER, BUYERS] = [30, 8];
const agent = agentFor(CONNECTIONS);

async function startSide(folder, env) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const web = await startWeb({ ...env, PORT: String(port), APP_URL: origin }, resolve(folder));
  return { origin, ...web };
}

const wanted = (otherwise) => {
  const parts = (flags.only ?? otherwise).split(',');
  return ({ name }) => parts.some((part) => name.includes(part));
};

async function scenes(client, web) {
  const email = 'buyer-2@large.example.com';
  const buyer = await signIn(agent, web.origin, email);
  const everything = { ...search({}), headers: buyer.bearer };
  const found = JSON.parse((await ask(agent, web.origin, everything)).content);
  const { rows } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) order by id desc limit $1',
    [SAMPLE],
  );
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_none, n) => buyerOf(client, { agent, ...web }, FIRST_BUYER + n)),
  );
  const { products, bearer } = await buyerOf(client, { agent, ...web }, FIRST_BUYER - 1);
  // From the second round on, each is a draft of its own that takes the product again.
  const adding = {
    name: 'add to cart',
    exchange: (n) => addToCart(products[n % products.length], bearer),
  };
  const trading = [
    { name: 'send an offer', ...answering(client, { state: 'draft', act: 'submit', buyers }) },
    { name: 'accept', ...answering(client, { state: 'buyer_review', act: 'accept', buyers }) },
  ];
  return [...reading(buyer, found, rows), adding, ...trading, await saving(client, web)];
}

const SELLER = 'seller-1@large.example.com';

/** A seller saves units and price by the form, other ones each time. */
async function saving(client, { origin }) {
  const { bearer } = await signIn(agent, origin, SELLER);
  const { rows } = await client.query(
    `select products.id from products join users using (seller_id)
      where users.email = $1 and not provisional and deleted_at is null and msrp_cents > 200 order by id desc limit 100`,
    [SELLER],
  );
  let saves = 0;
  return {
    name: 'save a product',
    exchange: (n) => ({
      method: 'PUT',
      path: `/products/${rows[n % rows.length].id}`,
      headers: bearer,
      body: { product: { units: 100_000 + ++saves, seller_price_cents: 100 + (saves % 97) } },
    }),
  };
}

async function turn({ origin, pid, exchange, prepare }, most) {
  await prepare?.(most);
  const before = cpuOf(pid);
  let refused = 0;
  const act = async (n) => {
    const { isRefused } = await ask(agent, origin, { ...exchange(n), refusable: true });
    if (isRefused) refused++;
  };
  const { times } = await measure(act, {
    connections: CONNECTIONS,
    ms: Number.POSITIVE_INFINITY,
    most,
    warm: 0,
  });
  return { cost: (cpuOf(pid) - before) / (times - refused), refused: refused / times };
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare({ beside, ...scene }) {
  const stop = await beside?.();
  try {
    await compareSides(scene);
  } finally {
    await stop?.();
  }
}

async function compareSides({ name, sides }) {
  const turns = [];
  for (const side of sides) await turn(side, WARM_REQUESTS);
  for (let round = 0; round < Number(flags.rounds); round++) {
    // The side that begins changes, since the first turn finds colder caches of the machine.
    const order = round % 2 === 0 ? sides : sides.toReversed();
    const costs = new Map();
    for (const side of order) costs.set(side, await turn(side, Number(flags.requests)));
    turns.push(sides.map((side) => costs.get(side)));
  }
  const ratios = turns.map(([before, after]) => after.cost / before.cost);
  const refused = turns.map((sides) => Math.max(...sides.map((side) => side.refused)));
  const cells = [
    middle(turns.map(([before]) => before.cost)),
    middle(turns.map(([, after]) => after.cost)),
    middle(ratios),
    Math.min(...ratios),
    Math.max(...ratios),
    100 * Math.max(...refused),
  ];
  console.log([name.padEnd(NAME_WIDTH), ...cells.map((cell) => number(cell).padStart(12))].join(''));
}

/** The scenes with both sides of each, and what is to be stopped. */
async function startScenes(client, env, webs) {
  webs.push(await startSide(flags.before, env));
  if (flags.callers) {
    const [web] = webs;
    // Limits of keys hold without RATE_LIMITS, too.
    const forget = () => client.query('delete from rate_limits');
    const all = (await callers(client, { agent, env, ...web })).filter(wanted(''));
    return all.map(({ name, beside, sides }) => ({
      name,
      beside,
      sides: sides.map(({ exchange, prepare }) => ({
        ...web,
        exchange,
        prepare: async (most) => {
          await forget();
          await prepare?.(most);
        },
      })),
    }));
  }
  webs.push(await startSide(flags.after, flags.defaults ? withDefaults(env) : env));
  const all = (await scenes(client, webs[0])).filter(wanted('page, product,listing'));
  return all.map(({ name, ...scene }) => ({ name, sides: webs.map((web) => ({ ...web, ...scene })) }));
}

const { server, databaseUrl, env } = await startCatalog(Number(flags.products), flags.server);
const client = new pg.Client(databaseUrl);
await client.connect();
const webs = [];
try {
  const all = await startScenes(client, env, webs);
  console.log(
    [
      ' '.repeat(NAME_WIDTH),
      ...[...SIDES, 'ratio', 'least', 'most', 'refused %'].map((text) => text.padStart(12)),
    ].join(''),
  );
  for (const scene of all) await compare(scene);
  console.log(`memory ${webs.map(({ pid }) => number(memoryOf(pid))).join(' and ')} MB`);
} finally {
  await agent.destroy();
  await client.end();
  await Promise.all(webs.map(({ stop }) => stop()));
  await server.stop();
}
