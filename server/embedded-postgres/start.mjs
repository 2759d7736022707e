import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { locked, stillRuns, thisProcess } from '../boot/file-lock.mjs';
import { pathsIn } from './data-directory.mjs';
import { joinOrStart, running, stopServer } from './server.mjs';

function hasOtherUsers(at) {
  return readdirSync(at.users).some((name) => {
    const path = join(at.users, name);
    if (stillRuns(readFileSync(path, 'utf8'))) return true;
    rmSync(path, { force: true });
    return false;
  });
}

/** The last process to leave stops the server. `temporary`: no durability, and it ends with this process. */
export async function startPostgres(folder, { settings = {}, temporary = false, say = () => {} } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = pathsIn(realpathSync(folder));
  const mine = join(at.users, String(process.pid));
  const options = { settings, endWithParent: temporary };
  const server = await locked(at.lock, async () => {
    const ready = await joinOrStart(at, options);
    mkdirSync(at.users, { recursive: true });
    writeFileSync(mine, thisProcess());
    return ready;
  });
  const password = readFileSync(at.password, 'utf8');
  let stopping = false;

  // Restarts a server that died on the same port; pools reconnect by themselves.
  const restartIfEnded = async () => {
    if (stopping || running(at.data)) return;
    say('PostgreSQL has ended; starting it again');
    await locked(at.lock, async () => {
      if (!stopping) await joinOrStart(at, { ...options, port: server.port });
    }).catch((error) => say(error.message));
  };
  const watch = async () => {
    while (!stopping) {
      await restartIfEnded();
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
        if (!hasOtherUsers(at)) await stopServer(at);
      });
      if (temporary) rmSync(folder, { recursive: true, force: true });
    },
  };
}
