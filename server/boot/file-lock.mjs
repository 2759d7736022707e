import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Tells one life of a process number from the next, where the system can say (Linux); otherwise ''. */
function birth(pid) {
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
  return born === '' || birth(pid) === born;
}

/** `PID BIRTH`, as it is written into lock and user files. */
export const thisProcess = () => `${process.pid} ${birth(process.pid)}`;

/** Whether the process named by a line of `thisProcess` still lives. */
export function stillRuns(line) {
  const [pid, born] = line.trim().split(' ');
  return Number(pid) > 0 && isAlive(Number(pid), born);
}

let acquired = 0;

function take(path) {
  acquired += 1;
  const mine = `${path}.${process.pid}.${acquired}`;
  try {
    // The folder appears with its owner in it, so nobody ever meets a lock that names no one.
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

/** Moved away first and then deleted: deleting in place would for a moment show an empty folder, which `take` may replace. */
function release(path, { ifAbandoned = false } = {}) {
  acquired += 1;
  const grave = `${path}.gone.${process.pid}.${acquired}`;
  try {
    renameSync(path, grave);
    // Somebody else broke it first and this is already the next owner's: put it back.
    if (ifAbandoned && !abandoned(grave)) renameSync(grave, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTEMPTY') throw error;
  }
  rmSync(grave, { recursive: true, force: true });
}

/** Does the work while no other process does work under the same path; a lock of the dead is broken. */
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
