// Mixed load for a long time, during which memory, sockets and connections must not grow.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { freePort, ready, start } from './process.mjs';
import { holdAgainst, trade } from './trade.mjs';

const GROWTH = 1.2;

const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const openFiles = (pid) => readdirSync(`/proc/${pid}/fd`).length;
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function browse(origin, isOver) {
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  while (!isOver()) {
    for (const path of ['/', '/sign_in', '/nowhere', '/up'])
      await fetch(origin + path).then((answer) => answer.text());
    await fetch(`${origin}/marketplace/products/search`, json).then((answer) => answer.text());
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/cable`, ['actioncable-v1-json'], {
      origin,
    });
    socket.on('error', () => undefined);
    await pause(100);
    socket.close();
  }
}

export async function soak({ minutes }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-soak-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const run = start('all', {
    DATA_DIR: folder,
    PORT: String(port),
    RATE_LIMITS: 'off',
    MAX_UNPAID_ORDERS: '1000000',
  });
  let over = false;
  try {
    await ready(origin, run);
    const { kept, done } = await trade(origin, () => over);
    const browsing = Promise.all([browse(origin, () => over), browse(origin, () => over)]);
    const samples = [];
    const { pid } = run.child;
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(1_000))
      samples.push({ memory: memoryOf(pid), files: openFiles(pid) });
    over = true;
    await Promise.all([done, browsing]);
    // The first fifth is the warm-up.
    const fifth = Math.ceil(samples.length / 5);
    const [early, late] = [samples.slice(fifth, 2 * fifth), samples.slice(-fifth)];
    const figure = (name, from) => median(from.map((sample) => sample[name]));
    const describeGrowth = (name, unit) =>
      `${Math.round(figure(name, early))} → ${Math.round(figure(name, late))} ${unit}`;
    holds(
      `${minutes} minutes: memory grows by less than 20 %`,
      figure('memory', late) < figure('memory', early) * GROWTH,
      describeGrowth('memory', 'MB'),
    );
    holds(
      'open sockets and files do not grow',
      figure('files', late) <= figure('files', early) + 10,
      describeGrowth('files', 'files'),
    );
    const postgres = await startPostgres(folder);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity where application_name like 'lotwise%'`,
    );
    holds('database connections stay within their pools', rows[0].n <= 30, rows[0].n);
    await holdAgainst(client, kept, holds);
    await client.end();
    await postgres.stop();
  } finally {
    over = true;
    run.child.kill('SIGTERM');
    await run.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
