import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProcessRow } from '../../db/tables';
import type { Services } from '../services';

const BEAT_MS = 10_000;
/** An unreachable database must not hold up the end of the process. */
const STOP_MS = 2_000;

/** What a process reports in addition to lag and memory, each a number. */
export type ProcessFigures = () => Promise<Record<string, number>> | Record<string, number>;

export interface ProcessHeartbeat {
  stop(): Promise<void>;
}

type Identity = Pick<ProcessRow, 'id' | 'kind' | 'host' | 'pid' | 'version' | 'node'>;

const RECORD = `insert into processes (id, kind, host, pid, version, node, figures) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (id) do update set seen_at = now(), figures = excluded.figures`;

/** Old rows go, and those of processes on this host that this one has replaced. */
const DELETE_ENDED = `delete from processes ended using processes own
  where own.id = :id and ended.id <> own.id and (ended.seen_at < now() - interval '1 hour'
    or (ended.host = own.host and ended.kind = own.kind and ended.seen_at < own.started_at
        and ended.seen_at < now() - interval '30 seconds'))`;

async function beat({ db }: Pick<Services, 'db'>, own: Identity, figures: Record<string, number>) {
  await db.raw(RECORD, [own.id, own.kind, own.host, own.pid, own.version, own.node, JSON.stringify(figures)]);
  await db.raw(DELETE_ENDED, { id: own.id });
}

const forget = (db: Services['db'], id: string) =>
  db('processes')
    .where({ id })
    .delete()
    .catch(() => undefined);

const NANOSECONDS_PER_MS = 1e6;
const RESOLUTION_MS = 20;

/** The lag is the 99th percentile since the last beat; the histogram counts the timer's own interval, too. */
function measureProcess() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    read() {
      const lag = Math.max(0, delay.percentile(99) / NANOSECONDS_PER_MS - RESOLUTION_MS);
      delay.reset();
      return { event_loop_lag_ms: Math.round(lag * 10) / 10 || 0, memory_bytes: process.memoryUsage.rss() };
    },
    stop: () => delay.disable(),
  };
}

/** Writes the row of this process every 10 s, by the database's clock, and deletes it at the end. */
export function startProcessHeartbeat(
  services: Pick<Services, 'db' | 'config' | 'log'>,
  kind: ProcessRow['kind'],
  figures: ProcessFigures = () => ({}),
): ProcessHeartbeat {
  const { db, config, log } = services;
  const own: Identity = {
    id: randomUUID(),
    kind,
    host: hostname(),
    pid: process.pid,
    version: config.operations.version,
    node: process.versions.node,
  };
  const measure = measureProcess();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function next() {
    await Promise.resolve(figures())
      .then((more) => beat(services, own, { ...measure.read(), ...more }))
      .catch((error) => {
        if (!stopped) log.warn({ reason: String(error) }, 'the process heartbeat failed');
      });
    if (!stopped) timer = setTimeout(again, BEAT_MS);
  }
  let current = next();
  function again() {
    current = next();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      measure.stop();
      const timeout = pause(STOP_MS, undefined, { ref: false });
      await Promise.race([current.then(() => forget(db, own.id)), timeout]);
    },
  };
}
