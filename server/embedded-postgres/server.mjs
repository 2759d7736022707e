import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../boot/file-lock.mjs';
import { findBinaries, launch, runsAs } from './binaries.mjs';
import { create } from './data-directory.mjs';

const MAX_START_MS = 60_000;
const MAX_STOP_MS = 15_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

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

/** Whether the process is the server of this data, and not a reused process id. */
function serves(pid, data) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return process.platform !== 'linux' && isAlive(pid);
  }
}

export function running(data) {
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

async function waitUntil(found, limit) {
  const end = Date.now() + limit;
  for (;;) {
    const answer = found();
    if (answer) return answer;
    if (Date.now() > end) return null;
    await pause(20);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function openLog(at) {
  const tooLong = existsSync(at.log) && statSync(at.log).size > MAX_LOG_BYTES;
  return openSync(at.log, tooLong ? 'w' : 'a', 0o600);
}

async function launchServer(at, { user, settings, port, endWithParent }) {
  const serverOptions = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const log = openLog(at);
  const begins = statSync(at.log).size;
  const args = ['-D', at.data, ...serverOptions];
  const child = launch(join(findBinaries(), 'postgres'), args, {
    user,
    stdio: ['ignore', log, log],
    endWithParent,
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
  await waitUntil(() => failure ?? ready(), MAX_START_MS);
  if (!failure && ready()) return running(at.data);
  const output = readFileSync(at.log).subarray(begins).toString().trim();
  if (!failure) child.kill('SIGQUIT');
  throw new Error(
    `PostgreSQL does not start on ${at.data}: ${failure ?? 'it is not ready in time'}\n${output}`,
  );
}

/** Errors that pass: a killed server may hold the data for a moment, and a free port may be taken before its use. */
const isTransient = (message) =>
  /lock file .* already exists|shared memory block|could not (bind|create any)/.test(message);

async function startServer(at, options) {
  const end = Date.now() + MAX_STOP_MS;
  for (;;) {
    try {
      return await launchServer(at, { ...options, port: options.port ?? (await freePort()) });
    } catch (error) {
      if (!isTransient(error.message) || Date.now() > end) throw error;
      await pause(250);
    }
  }
}

export async function joinOrStart(at, options) {
  const settled = await waitUntil(() => {
    const found = running(at.data);
    return !found || found.state === 'ready' ? { found } : null;
  }, MAX_START_MS);
  if (!settled) throw new Error(`A PostgreSQL on ${at.data} neither becomes ready nor ends`);
  if (settled.found) return settled.found;
  const user = runsAs(at.data);
  if (!existsSync(at.data)) await create(at, user);
  return startServer(at, { ...options, user });
}

export async function stopServer(at) {
  const server = running(at.data);
  if (!server) return;
  const hasStopped = () => running(at.data)?.pid !== server.pid;
  // SIGINT: fast shutdown, which rolls back and flushes. SIGQUIT: immediate.
  for (const [signal, limit] of [
    ['SIGINT', MAX_STOP_MS],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ]) {
    if (!hasStopped()) process.kill(server.pid, signal);
    if (await waitUntil(hasStopped, limit)) return;
  }
}
