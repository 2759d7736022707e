// npm run rehearse [-- failover pooler redis frozen standby restore]: the product on a primary with two standbys, HAProxy,
// PgBouncer and Redis, two web processes and two workers, while people trade and parts of it are killed.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { prepare } from '../../server/boot/prepare.mjs';
import { start, verdicts } from '../faults/process.mjs';
import { holdAgainst, trade } from '../faults/trade.mjs';
import { postgresPrograms, sharedFolder } from './nodes.mjs';
import { startParts, startProduct } from './product.mjs';
import { scenes } from './scenes.mjs';
import { watch } from './watch.mjs';

const CALM_MS = 5_000;

const isInstalled = (program) => spawnSync(program, ['--version']).error === undefined;

function requireParts() {
  const missing = ['pgbouncer', 'haproxy', 'redis-server'].filter((program) => !isInstalled(program));
  if (!postgresPrograms()) missing.unshift('postgresql-15');
  if (missing.length === 0) return;
  console.error(`Not installed here: apt-get install ${missing.join(' ')}`);
  process.exit(2);
}

/** Plays the scenes while people trade; returns what was acknowledged and answered. */
async function play(names, { nodes, parts, product, folder, holds }) {
  let over = false;
  const isOver = () => over;
  const trades = await Promise.all(product.webs.map(({ origin }) => trade(origin, isOver)));
  const watched = await watch(product.webs[0].origin, isOver);
  const orders = (web) =>
    (web === undefined ? trades : [trades[web]]).reduce((sum, { kept }) => sum + kept.orders.size, 0);
  await pause(CALM_MS);
  for (const name of names) {
    console.log(`\n${name}`);
    await scenes[name]({ nodes, parts, product, folder, orders, seen: () => watched.answers, holds });
    await pause(CALM_MS);
  }
  over = true;
  await Promise.all([...trades.map(({ done }) => done), watched.done]);
  return { kept: trades.map((one) => one.kept), answers: watched.answers };
}

/** What the web processes logged of answers with 500. */
const unexpectedErrors = ({ webs }) =>
  webs.flatMap(({ run }) =>
    run
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{"level":50') && line.includes('"err"'))
      .slice(-5),
  );

async function checkOutcome({ kept, answers }, { nodes, product, holds }) {
  console.log('\nafterwards');
  const client = new pg.Client({ connectionString: nodes.primary.url('lotwise') });
  await client.connect();
  for (const one of kept) await holdAgainst(client, one, holds);
  await client.end();
  const failures = answers.filter(({ status }) => status === 500).length;
  holds('no request was answered 500', failures === 0, `${answers.length} asked`);
  for (const line of failures > 0 ? unexpectedErrors(product) : []) console.log(line);
  holds(
    'no process ended',
    product.all.every(({ child }) => child.exitCode === null),
  );
  const check = start('command', product.env, { args: ['check'] });
  holds('npm run check is clean', (await check.ended) === 0, check.output().trim().split('\n').at(-1));
}

async function rehearse(names, folder, stops) {
  const { holds, failed } = verdicts();
  const { nodes, parts, urls } = await startParts(folder, stops);
  const product = await startProduct(folder, urls);
  stops.push(() => {
    for (const { child } of product.all) child.kill('SIGKILL');
  });
  await checkOutcome(await play(names, { nodes, parts, product, folder, holds }), { nodes, product, holds });
  return failed();
}

requireParts();
const words = process.argv.slice(2);
const unknown = words.filter((name) => !(name in scenes));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Scenes: ${Object.keys(scenes).join(', ')}`);
  process.exit(2);
}
await prepare({ development: true });
const folder = mkdtempSync(join(sharedFolder(), 'lotwise-rehearsal-'));
chmodSync(folder, 0o755);
const stops = [];
let failed = true;
try {
  failed = await rehearse(words.length > 0 ? words : Object.keys(scenes), folder, stops);
} finally {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log('\nNot rehearsed: Patroni or etcd under partitions, real networks, managed providers.');
process.exit(failed ? 1 : 0);
