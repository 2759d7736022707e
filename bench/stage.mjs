// Starts a PostgreSQL with a large catalog (kept for the next run) and the built server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../server/boot/root.mjs';
import { startPostgres } from '../server/embedded-postgres/start.mjs';
import { cpuOf, memoryOf, postgresCpu } from './processor.mjs';

const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  max_connections: 200,
};

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function run(file, words, env, input = 'ignore') {
  const child = spawn(process.execPath, [join(root, file), ...words], {
    env,
    cwd: root,
    stdio: [input, 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
}

/** Nothing is refused, so that a benchmark measures answers alone. */
const UNLIMITED = { RATE_LIMITS: 'off', LOAD_SHEDDING: 'off', MAX_UNPAID_ORDERS: '1000000' };

/** The same with the limits of production. */
export const withDefaults = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !(name in UNLIMITED)));

const environment = (databaseUrl, port) => ({
  ...process.env,
  NODE_ENV: 'production',
  STANDALONE: 'true',
  DEMO: 'true',
  ...UNLIMITED,
  SECRET_KEY_BASE: 'bench '.repeat(12),
  APP_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  DATA_DIR: join(root, 'tmp/bench/data'),
  DATABASE_URL: databaseUrl,
});

async function fill(server, name, products, env, more) {
  const client = new pg.Client(server.url);
  await client.connect();
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    await client.query(`create database ${name}_draft`);
    const draft = { ...env, DATABASE_URL: `${env.DATABASE_URL}_draft` };
    await run('dist/release.js', [], draft);
    await run('dist/command.js', ['seed:large', '--products', String(products), ...more], draft);
    await client.query(`alter database ${name}_draft rename to ${name}`);
  }
  await client.end();
  await run('dist/release.js', [], env);
}

export async function startCatalog(products, serverUrl, more = []) {
  await run('esbuild.config.mjs', [], process.env);
  const server = serverUrl
    ? { url: serverUrl, stop: async () => {} }
    : await startPostgres(join(root, 'tmp/bench/postgres'), { settings: SETTINGS });
  // The other options of seed:large are part of the database name.
  const name = ['large', products, ...more].join('_').replaceAll(/\W/g, '');
  const databaseUrl = server.url.replace(/postgres$/, name);
  const env = environment(databaseUrl, await freePort());
  await fill(server, name, products, env, more);
  return { server, databaseUrl, env };
}

function spawnOf(name, env, folder) {
  const [, command] = new RegExp(`^${name}: (.+)$`, 'm').exec(readFileSync(join(folder, 'Procfile'), 'utf8'));
  const child = spawn('sh', ['-c', `exec ${command}`], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return { child, stop };
}

/** Starts the built worker; returns `stop`. */
export const startWorker = (env) => spawnOf('worker', env, root).stop;

/** Starts the built web process of a checkout; returns its process id and `stop`. */
export async function startWeb(env, folder = root) {
  const { child: web, stop } = spawnOf('web', env, folder);
  for (let up = false; !up; ) {
    if (web.exitCode !== null) throw new Error(`web ended with ${web.exitCode}`);
    up = await fetch(`${env.APP_URL}/ready`).then(
      ({ ok }) => ok,
      () => pause(20, false),
    );
  }
  return { pid: web.pid, stop };
}

/** Starts the web process, without a worker; returns its addresses and `stop`. */
export async function stage(products, serverUrl, more = []) {
  const { server, databaseUrl, env } = await startCatalog(products, serverUrl, more);
  const began = performance.now();
  const web = await startWeb(env);
  const ready = performance.now() - began;
  const postgres = await postgresCpu(databaseUrl);
  return {
    origin: env.APP_URL,
    databaseUrl,
    ready,
    command: (...words) => run('dist/command.js', words, env),
    memory: () => memoryOf(web.pid),
    cpu: () => ({ web: cpuOf(web.pid), postgres: postgres() }),
    stop: async () => {
      await web.stop();
      await server.stop();
    },
  };
}
