// What goes wrong, while people trade.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, ready } from '../faults/process.mjs';
import { trade } from '../faults/trade.mjs';
import { promoteMostAdvanced } from './nodes.mjs';
import { finish, startWeb } from './product.mjs';
import { secondsOfRefusal } from './watch.mjs';

const MAX_REFUSAL_SECONDS = 15;
const CALM_MS = 5_000;
const FROZEN_MS = 20_000;

/** The primary dies; the standby that has everything takes over, and the old one comes back below it. */
async function failover({ nodes, seen, holds }) {
  const old = nodes.primary;
  const since = performance.now();
  old.kill();
  await pause(1_000);
  const primary = await promoteMostAdvanced(nodes.standbys);
  await pause(MAX_REFUSAL_SECONDS * 1_000);
  const seconds = secondsOfRefusal(seen(), since);
  holds(
    `refusals end within ${MAX_REFUSAL_SECONDS} s of the primary's death`,
    seconds <= MAX_REFUSAL_SECONDS,
    `${seconds.toFixed(1)} s`,
  );
  old.rejoin(primary);
  await pause(CALM_MS);
  holds('the old primary is back as a standby', (await old.value('select pg_is_in_recovery()')) === true);
  nodes.primary = primary;
  nodes.standbys = nodes.all.filter((node) => node !== primary);
}

async function pooler({ parts, seen, holds }) {
  const since = performance.now();
  await parts.restartPooler();
  await pause(CALM_MS);
  const seconds = secondsOfRefusal(seen(), since);
  holds('the pooler is restarted within 5 s of refusals', seconds <= 5, `${seconds.toFixed(1)} s`);
}

async function redis({ parts, product, orders, holds }) {
  parts.redis.kill();
  await parts.redis.ended;
  const before = orders();
  await pause(3_000);
  holds('orders are made without Redis', orders() > before, orders() - before);
  parts.startRedis();
  await pause(CALM_MS);
  const back = product.webs.filter(({ run }) => run.output().includes('cable: fan-out reconnected')).length;
  holds('both web processes broadcast again, and their pages refetch', back === 2, back);
}

async function frozen({ product, orders, holds }) {
  const [, second] = product.webs;
  second.run.child.kill('SIGSTOP');
  const before = orders(0);
  await pause(FROZEN_MS);
  const made = orders(0) - before;
  second.run.child.kill('SIGCONT');
  holds('the other web process makes orders while one is frozen', made > 0, made);
  await ready(second.origin, second.run, 10_000);
}

async function standby({ nodes, orders, holds }) {
  const [gone] = nodes.standbys;
  gone.kill();
  const before = orders();
  await pause(CALM_MS);
  holds('orders are acknowledged with one standby left', orders() > before, orders() - before);
}

/** A backup of the running trade, restored beside it, checked by `restore` itself, and sold from. */
async function restore({ nodes, product, folder, holds }) {
  const location = `file://${join(folder, 'backup')}`;
  const url = nodes.primary.url('restored');
  await nodes.primary.query('create database restored');
  const env = { ...product.env, DATA_DIR: join(folder, 'restored') };
  await finish(product.env, ['command', 'backup', '--to', location]);
  await finish(env, ['command', 'restore', '--from', location, '--database-url', url]);
  const port = await freePort();
  const own = { ...env, DATABASE_URL: url, DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'none' };
  const web = await startWeb(own, `http://127.0.0.1:${port}`);
  let over = false;
  const { kept, done } = await trade(web.origin, () => over);
  await pause(CALM_MS);
  over = true;
  await done;
  web.run.child.kill('SIGTERM');
  await web.run.ended;
  holds('a backup taken during trade is restored, and sells', kept.orders.size > 0, kept.orders.size);
}

export const scenes = { failover, pooler, redis, frozen, standby, restore };
