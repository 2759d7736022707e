// npm run bench:turns -- --before=DIRECTORY [--after=DIRECTORY --products=20000 --rounds=9 --requests=200 --only=product,cart]
// npm run bench:turns -- --defaults [--products=20000 …]
// Compares the built web processes of two checkouts on one database in alternating turns, by processor time per
// answered request: on a shared machine two runs after one another differ by more than most changes bring.
// --defaults compares this checkout as benchmarks start it, where nothing is refused, with production's defaults: load
// shedding and rate limits.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { number } from './goals.mjs';
import { agentFor, ask, measure } from './load.mjs';
import { cpuOf, memoryOf } from './processor.mjs';
import { reading, search } from './scenes.mjs';
import { freePort, startCatalog, startWeb, withDefaults } from './stage.mjs';
import { addToCart, productsFor, signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    before: { type: 'string', default: root },
    defaults: { type: 'boolean', default: false },
    after: { type: 'string', default: root },
    products: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '200' },
    only: { type: 'string', default: 'page, product,listing' },
    server: { type: 'string' },
  },
});
const SIDES = flags.defaults ? ['bare ms', 'defaults ms'] : ['before ms', 'after ms'];
const CONNECTIONS = 8;
const SAMPLE = 5_000;
const WARM_REQUESTS = 600;
const agent = agentFor(CONNECTIONS);

async function startSide(folder, env) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const web = await startWeb({ ...env, PORT: String(port), APP_URL: origin }, resolve(folder));
  return { origin, ...web };
}

async function scenes(databaseUrl, origin) {
  const email = 'buyer-2@large.example.com';
  const buyer = await signIn(agent, origin, email);
  const everything = { ...search({}), headers: buyer.bearer };
  const found = JSON.parse((await ask(agent, origin, everything)).content);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) order by id desc limit $1',
    [SAMPLE],
  );
  const {
    rows: [{ buyer_id: buyerId }],
  } = await client.query('select buyer_id from users where email = $1', [email]);
  const items = await productsFor(client, SAMPLE, buyerId);
  await client.end();
  // From the second round on, each is a draft of its own that takes the product again.
  const adding = {
    name: 'add to cart',
    exchange: (n) => addToCart(items[n % items.length], buyer.bearer),
  };
  const wanted = ({ name }) => flags.only.split(',').some((part) => name.includes(part));
  return [...reading(buyer, found, rows), adding].filter(wanted);
}

async function turn({ origin, pid }, exchange, most) {
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

async function compare(sides, { name, exchange }) {
  const turns = [];
  for (const side of sides) await turn(side, exchange, WARM_REQUESTS);
  for (let round = 0; round < Number(flags.rounds); round++) {
    // The side that begins changes, since the first turn finds colder caches of the machine.
    const order = round % 2 === 0 ? sides : sides.toReversed();
    const costs = new Map();
    for (const side of order) costs.set(side, await turn(side, exchange, Number(flags.requests)));
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
  console.log([name.padEnd(28), ...cells.map((cell) => number(cell).padStart(12))].join(''));
}

const { server, databaseUrl, env } = await startCatalog(Number(flags.products), flags.server);
const sides = [];
try {
  sides.push(await startSide(flags.before, env));
  sides.push(await startSide(flags.after, flags.defaults ? withDefaults(env) : env));
  const all = await scenes(databaseUrl, sides[0].origin);
  console.log(
    [
      ' '.repeat(28),
      ...[...SIDES, 'ratio', 'least', 'most', 'refused %'].map((text) => text.padStart(12)),
    ].join(''),
  );
  for (const scene of all) await compare(sides, scene);
  console.log(`memory ${sides.map(({ pid }) => number(memoryOf(pid))).join(' and ')} MB`);
} finally {
  await agent.destroy();
  await Promise.all(sides.map(({ stop }) => stop()));
  await server.stop();
}
