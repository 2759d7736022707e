// The PostgreSQL that all checkouts of a developer share: `node test/support/cluster.mjs` starts it and prints its
// address, `… stop` ends it. It ends after half an hour without use.
import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { locked, stillRuns, thisProcess } from '../../server/boot/file-lock.mjs';
import { startPostgres } from '../../server/embedded-postgres/start.mjs';
import { FAST_SETTINGS } from './fast-settings.mjs';

const IDLE = 30 * 60_000;
const FORGOTTEN = 3 * 60 * 60;

const folder = join(tmpdir(), `lotwise-tests-${process.getuid?.() ?? 'user'}`);
const keeperFile = join(folder, 'keeper');

function keeper() {
  try {
    const [owner, url] = readFileSync(keeperFile, 'utf8').split('\n');
    return stillRuns(owner) ? { pid: Number(owner.split(' ')[0]), url } : null;
  } catch {
    return null;
  }
}

async function start() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'keep'], {
    detached: true,
    // A pipe of the caller, held open here, would make it wait until the server ends.
    stdio: ['ignore', 'ignore', openSync(`${folder}.log`, 'a')],
  });
  child.unref();
  while (child.exitCode === null) {
    const started = keeper();
    if (started?.pid === child.pid) return started.url;
    await pause(20);
  }
  throw new Error('The PostgreSQL for tests does not start');
}

/** Drops databases of killed runs; returns whether any client is connected. */
async function tidy(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select datname from pg_database where datname ~ '^test_[0-9]+_' and split_part(datname, '_', 2)::bigint < extract(epoch from now()) - $1`,
      [FORGOTTEN],
    );
    for (const { datname } of rows)
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)}`).catch(() => {});
    const others = await client.query(
      `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return others.rows[0].n > 0;
  } finally {
    await client.end();
  }
}

async function keep() {
  const server = await startPostgres(folder, { settings: FAST_SETTINGS });
  writeFileSync(keeperFile, `${thisProcess()}\n${server.url}\n`, { mode: 0o600 });
  const end = () => server.stop().then(() => process.exit(0));
  process.on('SIGTERM', end);
  for (let used = Date.now(); Date.now() - used < IDLE; await pause(60_000)) {
    if (await tidy(server.url).catch(() => true)) used = Date.now();
  }
  await end();
}

if (process.argv[2] === 'keep') await keep();
else if (process.argv[2] === 'stop') {
  const found = keeper();
  if (found) process.kill(found.pid, 'SIGTERM');
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(await locked(`${folder}.lock`, async () => keeper()?.url ?? start()));
}
