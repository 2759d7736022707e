// Kills all processes of `npm start` 50 times under load (kill -9).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { freePort, ready, start } from './process.mjs';
import { holdAgainst, trade } from './trade.mjs';

const READY_WITHIN = 10_000;

export async function kills({ count }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-kills-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const env = { DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off', MAX_UNPAID_ORDERS: '1000000' };
  let run = start('all', env);
  let over = false;
  let slowest = 0;
  try {
    await ready(origin, run);
    const { kept, done } = await trade(origin, () => over);
    for (let kill = 0; kill < count; kill++) {
      await pause(200 + Math.random() * 1_500);
      run.child.kill('SIGKILL');
      await run.ended;
      run = start('all', env);
      slowest = Math.max(slowest, await ready(origin, run));
    }
    await pause(500);
    over = true;
    await done;
    holds(
      `ready within ${READY_WITHIN / 1000} s after each of ${count} kills`,
      slowest < READY_WITHIN,
      `slowest ${Math.round(slowest)} ms`,
    );
    const postgres = await startPostgres(folder);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
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
