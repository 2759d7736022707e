// Processor time in milliseconds, from the kernel's accounts: it does not depend on other load.
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const TICK_MS = 10;
const PARENT = 1;
const OWN = [11, 12];
const OF_ENDED_CHILDREN = [13, 14];

function fieldsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
  } catch {
    return null;
  }
}

const sum = (fields, columns) =>
  columns.reduce((total, column) => total + (fields?.[column] ?? 0), 0) * TICK_MS;

/** By the threads' schedules, which count nanoseconds. */
export const cpuOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (total, thread) =>
      total + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );

function cpuWithChildren(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields?.[PARENT] === pid);
  return children.reduce(
    (total, fields) => total + sum(fields, OWN),
    sum(fieldsOf(pid), [...OWN, ...OF_ENDED_CHILDREN]),
  );
}

/** Returns a function for the server's time, all of its processes; NaN where it runs on another machine. */
export async function postgresCpu(databaseUrl) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const backend = fieldsOf(rows[0].pid);
  await client.end();
  return () => (backend ? cpuWithChildren(backend[PARENT]) : Number.NaN);
}

export const memoryOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
