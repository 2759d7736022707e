import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The start time of a process on Linux, which tells reused process ids apart; else ''. */
function startTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export function isAlive(pid, born = '') {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return born === '' || startTime(pid) === born;
}

/** `PID BIRTH`, the format of lock and user files. */
export const thisProcess = () => `${process.pid} ${startTime(process.pid)}`;

export function stillRuns(line) {
  const [pid, born] = line.trim().split(' ');
  return Number(pid) > 0 && isAlive(Number(pid), born);
}

let acquired = 0;

function take(path) {
  acquired += 1;
  const mine = `${path}.${process.pid}.${acquired}`;
  try {
    // The rename publishes the folder with its owner in it.
    mkdirSync(mine, { recursive: true });
    writeFileSync(`${mine}/owner`, thisProcess());
    renameSync(mine, path);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function abandoned(path) {
  try {
    return !stillRuns(readFileSync(`${path}/owner`, 'utf8'));
  } catch {
    return false;
  }
}

/** Renames before deleting: an emptied folder could be replaced by `take` in between. */
function release(path, { ifAbandoned = false } = {}) {
  acquired += 1;
  const trash = `${path}.gone.${process.pid}.${acquired}`;
  try {
    renameSync(path, trash);
    // Another process has broken the lock and taken it: put it back.
    if (ifAbandoned && !abandoned(trash)) renameSync(trash, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
  }
  rmSync(trash, { recursive: true, force: true });
}

/** Runs `work` while no other process holds the path; breaks locks of dead processes. */
export async function locked(path, work, { waiting = () => {} } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  for (let tries = 0; !take(path); tries += 1) {
    if (tries === 20) waiting();
    if (abandoned(path)) release(path, { ifAbandoned: true });
    else await pause(50);
  }
  try {
    return await work();
  } finally {
    release(path);
  }
}
