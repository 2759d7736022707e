import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, locked, stillRuns, thisProcess } from './lock.mjs';
import { findBinaries, give, launch, runsAs } from './postgres-binaries.mjs';

const READY_WITHIN = 60_000;
const STOPPED_WITHIN = 15_000;
const LOG_KEPT = 10 * 1024 * 1024;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const places = (folder) => ({
  data: join(folder, 'postgres'),
  draft: join(folder, 'postgres.new'),
  password: join(folder, 'postgres.password'),
  log: join(folder, 'postgres.log'),
  lock: join(folder, 'postgres.lock'),
  users: join(folder, 'postgres.users'),
});

/** Whether that process is the server of this data, and not a later process with the same number. */
function serves(pid, data) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return process.platform !== 'linux' && isAlive(pid);
  }
}

/** The server that runs on this data, whoever started it; null when none does. */
function running(data) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return serves(pid, realpathSync(data))
      ? { pid, port: Number(lines[3]), state: lines[7]?.trim() ?? '' }
      : null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

async function until(found, limit) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = found();
    if (answer) return answer;
    if (Date.now() > end) return null;
    await pause(20);
  }
}

/** A port that nobody listens on, on this machine's own address. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function create(at, user) {
  rmSync(at.draft, { recursive: true, force: true });
  mkdirSync(at.draft, { mode: 0o700 });
  give(at.draft, user);
  const password = randomBytes(24).toString('base64url');
  const passed = `${at.password}.new`;
  writeFileSync(passed, password, { mode: 0o600 });
  give(passed, user);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = [
    '-D',
    at.draft,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passed}`,
    '--no-sync',
    ...locale,
  ];
  const initdb = launch(join(findBinaries(), 'initdb'), args, { user, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  initdb.stderr.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(initdb, 'close');
  if (code !== 0)
    throw new Error(`PostgreSQL could not lay out its data in ${at.data}:\n${complaint.trim()}`);
  // Only what is whole gets the name: a start that was killed in between begins anew.
  renameSync(passed, at.password);
  give(at.password, user && { uid: 0, gid: 0 });
  chmodSync(at.password, 0o600);
  renameSync(at.draft, at.data);
}

function openLog(at) {
  const tooLong = existsSync(at.log) && statSync(at.log).size > LOG_KEPT;
  return openSync(at.log, tooLong ? 'w' : 'a', 0o600);
}

async function launchServer(at, { user, settings, port, diesWithUs }) {
  const wanted = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openLog(at);
  const begins = statSync(at.log).size;
  const args = ['-D', at.data, ...wanted];
  const child = launch(join(findBinaries(), 'postgres'), args, {
    user,
    stdio: ['ignore', log, log],
    diesWithUs,
  });
  closeSync(log);
  child.unref();
  let failure = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code, signal) => {
    failure ??= `it ended with ${signal ?? code}`;
  });
  const ready = () => running(at.data)?.pid === child.pid && running(at.data)?.state === 'ready';
  await until(() => failure ?? ready(), READY_WITHIN);
  if (!failure && ready()) return running(at.data);
  const said = readFileSync(at.log).subarray(begins).toString().trim();
  if (!failure) child.kill('SIGQUIT');
  throw new Error(
    `PostgreSQL does not start on ${at.data}: ${failure ?? 'it is not ready in time'}\n${said}`,
  );
}

/** After a kill its processes may hold the data for another moment; a port may be taken between the look and the use. */
const passing = (message) =>
  /lock file .* already exists|shared memory block|could not (bind|create any)/.test(message);

async function startServer(at, options) {
  const end = Date.now() + STOPPED_WITHIN;
  for (;;) {
    try {
      return await launchServer(at, { ...options, port: options.port ?? (await freePort()) });
    } catch (error) {
      if (!passing(error.message) || Date.now() > end) throw error;
      await pause(250);
    }
  }
}

/** The server on this data, ready: the one that runs already, else one that is started. */
async function takeOverOrStart(at, options) {
  const left = await until(() => {
    const found = running(at.data);
    return !found || found.state === 'ready' ? { found } : null;
  }, READY_WITHIN);
  if (!left) throw new Error(`A PostgreSQL on ${at.data} neither becomes ready nor ends`);
  if (left.found) return left.found;
  const user = runsAs(at.data);
  if (!existsSync(at.data)) await create(at, user);
  return startServer(at, { ...options, user });
}

async function stopServer(at) {
  const server = running(at.data);
  if (!server) return;
  const gone = () => running(at.data)?.pid !== server.pid;
  // Fast: roll back what runs, write everything down. Immediate only for one that does not answer.
  for (const [signal, limit] of [
    ['SIGINT', STOPPED_WITHIN],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]) {
    if (!gone()) process.kill(server.pid, signal);
    if (await until(gone, limit)) return;
  }
}

function othersUse(at) {
  return readdirSync(at.users).some((name) => {
    const path = join(at.users, name);
    if (stillRuns(readFileSync(path, 'utf8'))) return true;
    rmSync(path, { force: true });
    return false;
  });
}

/**
 * A PostgreSQL whose data lies under the folder. One server per data, however many processes ask: whoever comes
 * later joins it, whoever leaves last stops it, and one left behind by a kill is taken over.
 * `temporary`: nothing is kept, not even through a power cut, and the server ends with this process.
 */
export async function startPostgres(folder, { settings = {}, temporary = false, say = () => {} } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = places(realpathSync(folder));
  const mine = join(at.users, String(process.pid));
  const options = { settings, diesWithUs: temporary };
  const server = await locked(at.lock, async () => {
    const ready = await takeOverOrStart(at, options);
    mkdirSync(at.users, { recursive: true });
    writeFileSync(mine, thisProcess());
    return ready;
  });
  const password = readFileSync(at.password, 'utf8');
  let stopping = false;

  // Should the server die under us, it is started again on the same port, and pools reconnect by themselves.
  const revive = async () => {
    if (stopping || running(at.data)) return;
    say('PostgreSQL has ended; starting it again');
    await locked(at.lock, async () => {
      if (!stopping) await takeOverOrStart(at, { ...options, port: server.port });
    }).catch((error) => say(error.message));
  };
  const watch = async () => {
    while (!stopping) {
      await revive();
      await pause(500, undefined, { ref: false });
    }
  };
  watch();

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`,
    pid: server.pid,
    stop: async () => {
      stopping = true;
      await locked(at.lock, async () => {
        rmSync(mine, { force: true });
        if (!othersUse(at)) await stopServer(at);
      });
      if (temporary) rmSync(folder, { recursive: true, force: true });
    },
  };
}
