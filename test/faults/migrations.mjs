// Runs each migration from 0094 on (or after the one that `--after` names) under writers, then all of them under SIGKILL,
// and compares the schema.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../server/boot/root.mjs';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { databaseLayer } from './bundled.mjs';
import { atDatabase, using } from './command-runs.mjs';
import { fill } from './migration-data.mjs';
import { startWriters, watchLocks } from './migration-writers.mjs';
import { start } from './process.mjs';

/** Whose schema migration-data.mjs fills. */
const FILLED = '0093_open_lists';
const MAX_WAIT_MS = 2_000;
const MAX_LOCK_MS = 1_000;
/** Migrations at whose start a reader holds all tables. */
const READ = [
  '0113_fulfilment',
  '0201_listing_kinds',
  '0250_operations',
  '0380_company_members',
  '0395_approvals',
];
const READ_MS = 15_000;

const readAll = (url) =>
  using(url, async (client) => {
    await client.query('begin');
    for (const table of ['products', 'offers', 'purchase_orders', 'users', 'mails', 'listings'])
      await client.query(`select from ${table} limit 1`);
    await pause(READ_MS);
    await client.query('commit');
  });

const isSchema = async (layer, url) => {
  const written = readFileSync(join(root, 'db/schema.sql'), 'utf8');
  return using(url, async (client) => (await layer.schemaFile(client)) === written);
};

async function underWriters(layer, url, { products, after }, holds) {
  const before = layer.MIGRATIONS.indexOf(after) + 1;
  const locks = await watchLocks(url);
  const writers = await startWriters(url, { products });
  await pause(2_000);
  writers.take();
  for (let end = before + 1; end <= layer.MIGRATIONS.length; end++) {
    const name = layer.MIGRATIONS[end - 1];
    const began = performance.now();
    const reading = READ.includes(name) ? readAll(url) : null;
    if (reading) await pause(200);
    await layer.migrate(url, { only: layer.MIGRATIONS.slice(0, end) });
    await reading;
    await pause(300);
    const wait = writers.take();
    const { ms, lock } = locks.take();
    holds(
      `${name}: no writer waits > 2 s, no strong lock > 1 s`,
      wait < MAX_WAIT_MS && ms < MAX_LOCK_MS,
      `${((performance.now() - began) / 1_000).toFixed(1)} s, wait ${Math.round(wait)} ms, lock ${Math.round(ms)} ms ${lock}`,
    );
  }
  const { errors, transactions } = await writers.stop();
  await locks.stop();
  holds(
    'no writer failed',
    errors.length === 0,
    [`${transactions} transactions`, ...new Set(errors)].slice(0, 4).join('; '),
  );
  holds('the schema is that of a new database', await isSchema(layer, url));
}

/** Kills a release at a random moment. False if it ended before. */
async function killRelease(env) {
  const run = start('release', env);
  const wasKilled = await Promise.race([
    run.ended.then(() => false),
    pause(300 + Math.random() * 2_000).then(() => run.child.kill('SIGKILL')),
  ]);
  await run.ended;
  return wasKilled;
}

const copyDatabase = (server) =>
  using(server, async (client) => {
    await client.query('drop database if exists copy with (force)');
    await client.query('create database copy template before');
  });

/** Begins with another copy whenever a release has ended before it was killed. */
async function underKills(layer, server, folder, count, holds) {
  const url = atDatabase(server, 'copy');
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const ends = [];
  await copyDatabase(server);
  for (let killed = 0; killed < count; ) {
    if (await killRelease(env)) {
      killed++;
      continue;
    }
    ends.push(await isSchema(layer, url));
    await copyDatabase(server);
  }
  const last = start('release', env);
  const exit = await last.ended;
  holds(`killed ${count} times, the next run ends`, exit === 0, exit === 0 ? '' : last.output().slice(-500));
  ends.push(await isSchema(layer, url));
  holds('each time with the same schema', ends.every(Boolean), `${ends.length} ends`);
}

/** Makes a database of the schema after the migration `after`, and a copy of it. */
async function createOldDatabase(layer, postgres, { products, offers = products * 2, after = FILLED }) {
  const old = atDatabase(postgres.url, 'old');
  const migrateUpTo = (name) =>
    layer.migrate(old, { only: layer.MIGRATIONS.slice(0, layer.MIGRATIONS.indexOf(name) + 1) });
  if (layer.MIGRATIONS.indexOf(after) < layer.MIGRATIONS.indexOf(FILLED))
    throw new Error(`No migration from ${FILLED} on is named ${after}`);
  await using(postgres.url, (client) => client.query('create database old'));
  await migrateUpTo(FILLED);
  await using(old, (client) => fill(client, { products, offers }));
  await migrateUpTo(after);
  await using(postgres.url, (client) => client.query('create database before template old'));
  return old;
}

/** A release with pending migrations, without writers. */
export async function killReleases(postgres, { folder, products, count }, holds) {
  const layer = await databaseLayer();
  await createOldDatabase(layer, postgres, { products });
  await underKills(layer, postgres.url, folder, count, (promise, ...facts) =>
    holds(`release: ${promise}`, ...facts),
  );
}

export async function migrations({ products = 1_000_000, offers, after = FILLED, count }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-migrations-'));
  const postgres = await startPostgres(folder, { temporary: true });
  try {
    const layer = await databaseLayer();
    const old = await createOldDatabase(layer, postgres, { products, offers, after });
    await underWriters(layer, old, { products, after }, holds);
    await underKills(layer, postgres.url, folder, Math.min(count, 20), holds);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
