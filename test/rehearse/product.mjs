// The product and all that it runs on.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, ready, start } from '../faults/process.mjs';
import { startPgBouncer } from '../support/pgbouncer.mjs';
import { startNodes } from './nodes.mjs';
import { startProxy, startRedis } from './proxy.mjs';

/** Until its first checks are done. */
const PROXY_READY_MS = 3_000;

/** Runs a command to its end; throws where it fails. */
export async function finish(env, [entry, ...args]) {
  const run = start(entry, env, { args });
  const code = await run.ended;
  if (code !== 0) throw new Error(`${entry} ended with ${code}:\n${run.output().slice(-3_000)}`);
}

export async function startWeb(env, origin) {
  const run = start('web', { ...env, PORT: new URL(origin).port, APP_URL: origin });
  await ready(origin, run);
  return { run, origin };
}

export async function startProduct(folder, { databaseUrl, directUrl, redisUrl }) {
  const origins = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const env = {
    NODE_ENV: 'production',
    STANDALONE: 'true',
    DEMO: 'true',
    SEED_DEMO: 'true',
    RATE_LIMITS: 'off',
    LOAD_SHEDDING: 'off',
    MAX_UNPAID_ORDERS: '1000000',
    APP_URL: origins[0],
    SECRET_KEY_BASE: 'rehearsal '.repeat(10),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_POOLER: 'transaction',
    REDIS_URL: redisUrl,
  };
  for (const args of [['release'], ['command', 'seed']]) await finish(env, args);
  const webs = await Promise.all(origins.map((origin) => startWeb(env, origin)));
  const workers = [0, 1].map(() => start('worker', env));
  return { env, webs, workers, all: [...webs.map(({ run }) => run), ...workers] };
}

/** What the product runs on; `stops` gets how to end each part. */
export async function startParts(folder, stops) {
  const nodes = await startNodes(folder);
  stops.push(() => {
    for (const node of nodes.all) node.stop();
  });
  const proxy = await startProxy(folder, nodes.all);
  stops.push(proxy.stop);
  const directUrl = proxy.url('lotwise');
  const [poolerPort, redisPort] = [await freePort(), await freePort()];
  const parts = {
    pooler: null,
    redis: null,
    async restartPooler() {
      await parts.pooler?.stop();
      parts.pooler = await startPgBouncer(directUrl, poolerPort);
    },
    startRedis() {
      parts.redis = startRedis(redisPort);
    },
  };
  stops.push(
    () => parts.pooler?.stop(),
    () => parts.redis?.kill(),
  );
  await pause(PROXY_READY_MS);
  await parts.restartPooler();
  parts.startRedis();
  const urls = {
    directUrl,
    databaseUrl: parts.pooler.before(directUrl),
    redisUrl: `redis://127.0.0.1:${redisPort}`,
  };
  return { nodes, parts, urls };
}
