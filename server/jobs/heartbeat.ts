import type pg from 'pg';
import type { Logger } from 'pino';
import { DEAD_AFTER_MS, unlockDeadWorkers, unlockUnreceived } from './dead-workers';

const BEAT_MS = 5_000;

// One statement, so that the workers of a dead process are found dead together.
const recordHeartbeat = (db: pg.Pool, ids: readonly string[]) =>
  db.query(
    `insert into job_workers (id) select unnest($1::text[])
     on conflict (id) do update set seen_at = default returning 1`,
    [ids],
  );

/** A worker of this process, with the jobs that it has received. */
interface RunningSession {
  readonly id: string;
  readonly runningJobs: () => readonly string[];
}

export interface Heartbeat {
  /** After a restart: other workers may be restarting, too, and get time for their heartbeats. */
  giveOthersTime(): void;
  stop(): Promise<void>;
}

interface HeartbeatOptions {
  readonly db: pg.Pool;
  readonly log: Logger;
  readonly sessions: () => readonly RunningSession[];
}

export function startHeartbeat({ db, log, sessions }: HeartbeatOptions): Heartbeat {
  let lastBeat = performance.now();
  let checkOthersFrom = lastBeat;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function giveOthersTime() {
    checkOthersFrom = performance.now() + DEAD_AFTER_MS;
  }

  async function beat() {
    try {
      const running = sessions();
      const ids = running.map(({ id }) => id);
      await recordHeartbeat(db, ids);
      const now = performance.now();
      // After an outage of the database or this process.
      if (now - lastBeat > DEAD_AFTER_MS / 2) giveOthersTime();
      lastBeat = now;
      for (const { id, runningJobs } of running) await unlockUnreceived(db, id, runningJobs(), log);
      if (now >= checkOthersFrom) await unlockDeadWorkers(db, log);
    } catch (error) {
      if (!stopped) log.warn({ reason: String(error) }, 'the worker heartbeat failed');
    }
    if (!stopped) timer = setTimeout(again, BEAT_MS);
  }

  let current = beat();
  function again() {
    current = beat();
  }

  return {
    giveOthersTime,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
