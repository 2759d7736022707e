// Kills `npm run rebuild` while a web process searches.
import { setTimeout as pause } from 'node:timers/promises';
import { promises, using } from './command-runs.mjs';
import { signIn } from './process.mjs';

const QUERIES = [
  {},
  { filters: { category: 'home' } },
  { filters: { msrp: { max: 3 } } },
  { search: { name: 'mug' } },
];
const MAX_ANSWER_MS = 5_000;

/** Searches until it is stopped. `take()` returns what went wrong since the last call. */
async function startSearches(origin) {
  const { call } = await signIn(origin, 'buyer@example.com');
  let isOver = false;
  let answers = 0;
  let problems = [];
  const search = async () => {
    const began = performance.now();
    const body = QUERIES[answers % QUERIES.length];
    const { status, body: found } = await call('POST', '/marketplace/products/search', body);
    const ms = performance.now() - began;
    answers += 1;
    const isRight = status === 200 && found.count > 0 && found.products.length > 0;
    if (!isRight || ms > MAX_ANSWER_MS)
      problems.push(`${JSON.stringify(body)}: ${status} ${found?.count} in ${ms} ms`);
  };
  const loop = (async () => {
    while (!isOver) {
      await search().catch((error) => problems.push(error.message));
      await pause(20);
    }
  })();
  return {
    take() {
      const taken = { answers, problems };
      answers = 0;
      problems = [];
      return taken;
    },
    async stop() {
      isOver = true;
      await loop;
    },
  };
}

const CHANGE = `
  update products set seller_price_cents = least(wholesale_cents, 100 + (random() * 900)::int), version = version + 1
   where id = (select id from products where deleted_at is null and not provisional offset (random() * 2000)::int limit 1)`;

/** Moves products between the filters. */
function startChanges(url) {
  let isOver = false;
  const done = using(url, async (client) => {
    while (!isOver) {
      await client.query(CHANGE);
      await pause(50);
    }
  });
  return {
    stop() {
      isOver = true;
      return done;
    },
  };
}

async function whileServing({ origin, shop }, act) {
  const searches = await startSearches(origin);
  const changes = startChanges(shop);
  try {
    await act(searches);
  } finally {
    await searches.stop();
    await changes.stop();
  }
}

async function runAgain(runs, command, { searches, expect, shop }) {
  const again = await runs.run(command);
  expect('run again, it ends', again.exit === 0, again.output);
  const check = await runs.run({ args: ['check'], url: shop });
  expect('check is clean', check.exit === 0 && check.output.includes('no findings'), check.output);
  const { answers, problems } = searches.take();
  expect('the web process answers searches', answers > 0 && problems.length === 0, problems[0]);
}

/** By name, what makes rows of it wrong. */
const DAMAGE = {
  tallies: 'update tallies set n = n + 1 where n % 2 = 0',
  totals: `update offer_totals set total_cents = total_cents + 1 where offer_id % 2 = 0;
           update order_totals set total_cents = total_cents + 1 where order_id % 2 = 0`,
  listings: `delete from listings where product_id % 7 = 0;
             update listings set price_cents = price_cents + 1 where product_id % 3 = 0`,
};

export async function killRebuilds(runs, site, count, holds) {
  const { shop } = site;
  const names = Object.keys(DAMAGE);
  const nameOf = (killed) => names[killed % names.length];
  const rebuild = (name) => ({ args: ['rebuild', name], url: shop });
  for (const name of names) await runs.run(rebuild(name));
  const { expect, print } = promises('rebuild', holds);
  await whileServing(site, (searches) =>
    runs.kill((killed) => rebuild(nameOf(killed)), Math.max(count, names.length * 5), {
      expect,
      before: (killed) => using(shop, (client) => client.query(DAMAGE[nameOf(killed)])),
      after: (killed) => runAgain(runs, rebuild(nameOf(killed)), { searches, expect, shop }),
    }),
  );
  print();
}
