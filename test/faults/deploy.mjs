// A deploy halfway: web and worker of an older revision beside today's, on today's schema.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { root } from '../../server/boot/root.mjs';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { followOffers, holdDelivered } from './live.mjs';
import { freePort, ready, signIn, start } from './process.mjs';
import { holdAgainst, trade } from './trade.mjs';

/** Builds the revision with today's packages, of which an older one needs no others. */
function buildRevision(revision, folder) {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: folder, stdio: 'ignore' });
}

async function startVersion(cwd, env) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const web = start('web', { ...env, PORT: String(port), APP_URL: origin }, { cwd });
  const worker = start('worker', env, { cwd });
  await ready(origin, web);
  return { origin, runs: [web, worker] };
}

/** The demo shows staff a job that failed. */
const DEMO_FAILURE = 'uploads/demo-lost-draft';

const PATHS = ['/me', '/offers'];

/** Asks each version with the token of the other, and for pages. Counts what fails. */
async function visit(versions, isOver, seen) {
  const tokens = await Promise.all(versions.map(({ origin }) => signIn(origin, 'buyer@example.com')));
  for (let round = 0; !isOver(); round++) {
    const { origin } = versions[round % versions.length];
    const { Authorization } = tokens[(round + 1) % versions.length];
    const path = PATHS[Math.floor(round / 2) % PATHS.length];
    for (const [to, headers] of [
      [path, { Authorization, Accept: 'application/json' }],
      ['/', { Accept: 'text/html' }],
    ]) {
      const answer = await fetch(origin + to, { headers }).catch((error) => ({
        status: error.code ?? 'broken',
      }));
      await answer.arrayBuffer?.();
      const kind = `${answer.status}${answer.status === 200 ? '' : ` ${to}`}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    await pause(20);
  }
}

async function tradeOnBoth(versions, minutes, holds, databaseUrl) {
  let over = false;
  const isOver = () => over;
  const seen = new Map();
  const listeners = await followOffers(versions);
  const visits = visit(versions, isOver, seen);
  const trades = await Promise.all(versions.map(({ origin }) => trade(origin, isOver)));
  await pause(minutes * 60_000);
  over = true;
  await Promise.all([visits, ...trades.map(({ done }) => done)]);
  await holdDelivered(listeners, trades, holds);
  const summary = [...seen].map(([status, times]) => `${status}: ${times}`).join(', ');
  holds('no request of pages and calls failed', seen.size === 1 && seen.has('200'), summary);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const { kept } of trades) await holdAgainst(client, kept, holds);
  const { rows } = await client.query(
    `select identifier || ': ' || last_error as job
       from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
      where attempts >= max_attempts and payload ->> 'key' is distinct from $1`,
    [DEMO_FAILURE],
  );
  holds('no job failed for good', rows.length === 0, rows[0]?.job ?? 0);
  await client.end();
}

export async function deploy({ from, minutes }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-deploy-'));
  const postgres = await startPostgres(join(folder, 'data'), { temporary: true });
  const older = join(folder, 'older');
  const env = { DATABASE_URL: postgres.url, DATA_DIR: folder, RATE_LIMITS: 'off', SEED_DEMO: 'true' };
  const runs = [];
  try {
    buildRevision(from, older);
    await start('release', env, { cwd: older }).ended;
    const before = await startVersion(older, env);
    runs.push(...before.runs);
    const released = await start('release', env).ended;
    holds('the release runs while the older version serves', released === 0);
    const today = await startVersion(root, env);
    runs.push(...today.runs);
    await tradeOnBoth([before, today], minutes, holds, postgres.url);
    const check = start('command', env, { args: ['check'] });
    const exit = await check.ended;
    holds('npm run check has no findings', exit === 0, check.output().slice(-500));
    const failed = runs.filter(({ output }) => /"level":[56]0/.test(output()));
    holds(
      'no process logged an error',
      failed.length === 0,
      failed[0]?.output().match(/.*"level":[56]0.*/)?.[0],
    );
  } finally {
    for (const { child } of runs) child.kill('SIGTERM');
    await Promise.all(runs.map(({ ended }) => ended));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
