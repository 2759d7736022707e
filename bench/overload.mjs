// npm run bench:overload [-- --products=20000 --seconds=60 --server=postgres://…/postgres]
// Finds the capacity C of a web process with signed-out product pages, then sends 2 C and 5 C by the clock: 90 % of
// it pages, 5 % own pages and 5 % acceptances (of an offer that is not there); without load shedding and with it.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { agentFor } from './load.mjs';
import { capacityOf, openLoop } from './open-loop.mjs';
import { startCatalog, startWeb } from './stage.mjs';
import { signIn } from './trade.mjs';

const { values: flags } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '60' },
    server: { type: 'string' },
  },
});
const seconds = Number(flags.seconds);
const CAPACITY_SECONDS = 3;

const { server, databaseUrl, env } = await startCatalog(Number(flags.products), flags.server);
const origin = env.APP_URL;
const html = { accept: 'text/html', 'accept-encoding': 'br' };

async function aProduct() {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(
    'select id, seller_id from products where id in (select product_id from listings) limit 1',
  );
  await client.end();
  return { path: `/all_products/${rows[0].seller_id}/${rows[0].id}`, headers: html };
}

const streamsOf = (browse, headers, perSecond) => ({
  C: { ...browse, perSecond: perSecond * 0.9 },
  B: { path: '/me', headers, perSecond: perSecond * 0.05 },
  A: {
    method: 'PUT',
    path: '/offers/999999999/accept',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
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

async function measureWith(shedding) {
  const web = await startWeb({ ...env, LOAD_SHEDDING: shedding });
  const agent = agentFor(1);
  const { bearer } = await signIn(agent, origin, 'buyer-2@large.example.com');
  const browse = await aProduct();
  await capacityOf({ origin, request: browse, seconds: CAPACITY_SECONDS });
  const capacity = await capacityOf({ origin, request: browse, seconds: CAPACITY_SECONDS });
  for (const times of [2, 5]) {
    const streams = streamsOf(browse, { ...bearer, accept: 'application/json' }, times * capacity);
    const outcome = await openLoop({ origin, streams, seconds });
    console.log(
      rowOf(`LOAD_SHEDDING=${shedding}, ${times} × C (C = ${whole(capacity)}/s)`, capacity, outcome),
    );
    console.log(`| answers in 200 ms again after | ${whole(await recovery())} ms | | | |`);
  }
  await agent.destroy();
  await web.stop();
}

try {
  console.log(`\n${flags.products} products, ${seconds} s each\n`);
  console.log('| load | goodput | p99 of answers, A · B · C | refused, A · B · C | failed |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const shedding of ['off', 'on']) await measureWith(shedding);
} finally {
  await server.stop();
}
