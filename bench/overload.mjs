// npm run bench:overload [-- --products=20000 --seconds=60 --only=load,account,pool --server=postgres://…/postgres]
//   load      2 C and 5 C by the clock, C being the capacity of a web process for signed-out pages, each of another
//             product: 90 % of it pages, 5 % own pages and 5 % acceptances (of an offer that is not there); without load
//             shedding and with it
//   account   2 C, of which one account sends 80 % and four others 5 % each
//   pool      every connection waits for a lock that another client holds
import { parseArgs } from 'node:util';
import pg from 'pg';
import { agentFor } from './load.mjs';
import { capacityOf, openLoop } from './open-loop.mjs';
import { exhaustPool } from './pool.mjs';
import { memoryOf } from './processor.mjs';
import { startCatalog, startWeb } from './stage.mjs';
import { signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: 'load,account,pool' },
    server: { type: 'string' },
  },
});
const seconds = Number(flags.seconds);
const WARM_SECONDS = 10;
const CAPACITY_SECONDS = 5;
const OTHERS = [3, 4, 5, 6];

const { server, databaseUrl, env } = await startCatalog(Number(flags.products), flags.server);
const origin = env.APP_URL;
const html = { accept: 'text/html', 'accept-encoding': 'br' };

async function productPages() {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) order by id limit 20000',
  );
  await client.end();
  return rows.map(({ id, seller_id }) => ({ path: `/all_products/${seller_id}/${id}`, headers: html }));
}

const streamsOf = (pages, headers, perSecond) => ({
  C: { requests: pages, perSecond: perSecond * 0.9 },
  B: { requests: [{ path: '/me', headers }], perSecond: perSecond * 0.05 },
  A: {
    requests: [
      {
        method: 'PUT',
        path: '/offers/999999999/accept',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      },
    ],
    perSecond: perSecond * 0.05,
  },
});

const whole = (value) => String(Math.round(value));
const percent = (part, all) => `${whole((100 * part) / all)} %`;

function rowOf(name, capacity, { A, B, C }) {
  const goodput = A.goodput + B.goodput + C.goodput;
  const failed = A.failed + B.failed + C.failed;
  const refused = [A, B, C].map((one) => percent(one.refused, one.sent)).join(' · ');
  const p99 = [A, B, C].map((one) => whole(one.p99)).join(' · ');
  return `| ${name} | ${whole(goodput)}/s, ${percent(goodput, capacity)} of C | ${p99} ms | ${refused} | ${failed} |`;
}

async function recovery() {
  const began = performance.now();
  for (;;) {
    const start = performance.now();
    const { status } = await fetch(`${origin}/sign_in`);
    if (status === 200 && performance.now() - start < 200) return performance.now() - began;
  }
}

async function warmCapacity(requests) {
  await capacityOf({ origin, requests, seconds: WARM_SECONDS });
  return capacityOf({ origin, requests, seconds: CAPACITY_SECONDS });
}

/** Memory is that of the process after the capacity was found, and the most while the load lasts. */
async function watchedMemory(pid, act) {
  const before = memoryOf(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 250);
  const outcome = await act();
  clearInterval(watch);
  return { outcome, memory: `${whole(before)} → ${whole(most)} MB` };
}

async function measureLoad(shedding) {
  const web = await startWeb({ ...env, LOAD_SHEDDING: shedding });
  const agent = agentFor(1);
  const { bearer } = await signIn(agent, origin, 'buyer-2@large.example.com');
  const pages = await productPages();
  const capacity = await warmCapacity(pages);
  for (const times of [2, 5]) {
    const streams = streamsOf(pages, { ...bearer, accept: 'application/json' }, times * capacity);
    const { outcome, memory } = await watchedMemory(web.pid, () => openLoop({ origin, streams, seconds }));
    console.log(
      rowOf(`LOAD_SHEDDING=${shedding}, ${times} × C (C = ${whole(capacity)}/s)`, capacity, outcome),
    );
    console.log(`| answers in 200 ms again after | ${whole(await recovery())} ms, ${memory} | | | |`);
  }
  await agent.destroy();
  await web.stop();
}

async function measureAccount() {
  const web = await startWeb({ ...env, LOAD_SHEDDING: 'on', RATE_LIMITS: '' });
  const agent = agentFor(1);
  const [page] = await productPages();
  const pageOf = async (buyer) => {
    const { bearer } = await signIn(agent, origin, `buyer-${buyer}@large.example.com`);
    return [{ ...page, headers: { ...html, ...bearer } }];
  };
  const greedy = await pageOf(2);
  const capacity = await warmCapacity(greedy);
  const streams = { greedy: { requests: greedy, perSecond: 2 * capacity * 0.8 } };
  for (const buyer of OTHERS)
    streams[`other ${buyer}`] = { requests: await pageOf(buyer), perSecond: 2 * capacity * 0.05 };
  const outcome = await openLoop({ origin, streams, seconds });
  console.log(`\n| 2 × C (C = ${whole(capacity)}/s) | sent | answered in time | p99 | failed |`);
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, one] of Object.entries(outcome)) {
    const answered = percent(one.goodput * seconds, one.sent);
    console.log(`| ${name} | ${one.sent} | ${answered} | ${whole(one.p99)} ms | ${one.failed} |`);
  }
  await agent.destroy();
  await web.stop();
}

async function measurePool() {
  const web = await startWeb({ ...env, LOAD_SHEDDING: 'on' });
  const [page] = await productPages();
  await exhaustPool({ origin, databaseUrl, page });
  await web.stop();
}

async function measureOverload() {
  console.log('| load | goodput | p99 of answers, A · B · C | refused, A · B · C | failed |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const shedding of ['off', 'on']) await measureLoad(shedding);
}

const scenes = { load: measureOverload, account: measureAccount, pool: measurePool };
try {
  console.log(`\n${flags.products} products, ${seconds} s each\n`);
  for (const name of flags.only.split(',')) await scenes[name]();
} finally {
  await server.stop();
}
