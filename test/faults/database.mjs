// Restarts PostgreSQL under a running process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { freePort, ready, signIn, start } from './process.mjs';

const BACK_WITHIN = 2_000;

async function answers(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function database(_options, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-restart-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const run = start('all', { DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off' });
  try {
    await ready(origin, run);
    const { call } = await signIn(origin, 'buyer@example.com');
    const postgres = await startPostgres(folder);
    const seen = new Map();
    let slowest = 0;
    for (let restart = 0; restart < 5; restart++) {
      const running = await new Promise((resolve) => {
        const client = new pg.Client({ connectionString: postgres.url });
        client.on('error', () => undefined);
        client.connect().then(async () => {
          const { rows } = await client.query(`select pg_read_file('postmaster.pid') as pid`);
          await client.end();
          resolve(Number.parseInt(rows[0].pid, 10));
        });
      });
      process.kill(running, 'SIGINT');
      const waits = [];
      let back = 0;
      let served = 0;
      const looking = (async () => {
        while (await answers(postgres.url)) await pause(10);
        while (!(await answers(postgres.url))) await pause(10);
        back = performance.now();
      })();
      while (!served || !back) {
        const at = performance.now();
        const { status, headers } = await call('GET', '/offers');
        waits.push(performance.now() - at);
        const kind =
          status === 503
            ? `503 ${headers.has('Retry-After') ? 'with' : 'without'} Retry-After`
            : String(status);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        if (status === 200 && back && !served) served = performance.now();
        await pause(20);
      }
      await looking;
      slowest = Math.max(slowest, served - back);
      holds(
        `restart ${restart + 1}: an answer within 5 s meanwhile`,
        Math.max(...waits) < 5_000,
        `slowest ${Math.round(Math.max(...waits))} ms`,
      );
    }
    const summary = [...seen].map(([kind, times]) => `${kind}: ${times}`).join(', ');
    holds(
      'while it is away 503 with Retry-After, otherwise 200',
      [...seen.keys()].every((kind) => kind === '200' || kind === '503 with Retry-After'),
      summary,
    );
    holds(
      `serving within ${BACK_WITHIN / 1000} s of its return`,
      slowest < BACK_WITHIN,
      `slowest ${Math.round(slowest)} ms`,
    );
    holds(
      'in the same process, with the same sign-in',
      run.child.exitCode === null && (await call('GET', '/me')).status === 200,
    );
    await postgres.stop();
  } finally {
    run.child.kill('SIGTERM');
    await run.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
