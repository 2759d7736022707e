// Kills each command of the operator at random moments, and checks what it left and whether the next run ends well.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { killBackups, killChecks, killRestores } from './command-backups.mjs';
import { killRebuilds } from './command-rebuilds.mjs';
import { atDatabase, CommandRuns, using } from './command-runs.mjs';
import { killReleases } from './migrations.mjs';
import { freePort, ready, start } from './process.mjs';

async function requireRun(run) {
  const exit = await run.ended;
  if (exit !== 0) throw new Error(run.output());
}

/** The demo and `products` more, served by one process. */
async function startSite(postgres, folder, products) {
  await using(postgres.url, (client) => client.query('create database shop'));
  const shop = atDatabase(postgres.url, 'shop');
  const port = await freePort();
  const env = { DATABASE_URL: shop, DATA_DIR: join(folder, 'data'), DEMO: 'true', SEED_DEMO: 'true' };
  await requireRun(start('release', env));
  const sizes = [
    '--products',
    String(products),
    '--users',
    String(Math.ceil(products / 10)),
    '--offers',
    '2000',
  ];
  await requireRun(start('command', env, { args: ['seed:large', ...sizes] }));
  const run = start('all', { ...env, PORT: String(port), RATE_LIMITS: 'off' });
  const origin = `http://localhost:${port}`;
  await ready(origin, run);
  return { shop, server: postgres.url, folder, origin, run };
}

const ACTS = [killBackups, killRestores, killRebuilds, killChecks];

export async function commands({ count, products = 5_000 }, { holds }) {
  const folder = mkdtempSync(join(tmpdir(), 'lotwise-commands-'));
  const postgres = await startPostgres(join(folder, 'postgres'), { temporary: true });
  let site;
  try {
    site = await startSite(postgres, folder, products);
    const runs = new CommandRuns(postgres.url, { DATA_DIR: join(folder, 'data'), DEMO: 'true' });
    for (const act of ACTS) await act(runs, site, count, holds);
    await killReleases(postgres, { folder, products, count }, holds);
  } finally {
    site?.run.child.kill('SIGTERM');
    await site?.run.ended;
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
