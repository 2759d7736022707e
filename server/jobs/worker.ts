import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as QueueLogger, run, type WorkerEventMap, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { addressOf } from '../../db/connection';
import type { Services } from '../services';
import { cronItems } from './cron';
import { DEAD_AFTER_MS, type Heartbeat, heartbeat, releaseJobs } from './heartbeat';
import type { Job } from './job';
import { RetryingPool } from './retrying-pool';
import { trackRunningJobs } from './running-jobs';
import type { Scheduled } from './schedule';
import { payloadTypes, taskList } from './tasks';

const AT_ONCE = 5;
/** Retries and future jobs are looked for so often; new ones are announced. */
const POLL_MS = 1_000;
const DRAIN_MS = 20_000;
const RESTART_MS = 500;

export interface RunningWorker {
  /** Takes no more jobs and waits for those that run, 20 s at most; what is left is free for others. */
  stop(): Promise<void>;
}

// What a job did is logged by its task; this is what the queue itself has to say.
// Errors of the driver carry their whole client: only their message is logged.
const queueLogger = (log: Logger) =>
  new QueueLogger(() => (level, message, meta) => {
    if (meta?.success || meta?.failure) return;
    if (level === 'error' || level === 'warning') log.warn(message);
    else log.debug(message);
  });

interface WorkerSession {
  readonly id: string;
  readonly heart: Heartbeat;
  /** Settles when nothing runs any more. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function live(
  pool: RetryingPool,
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[],
  judging?: { judgesAfterMs: number },
): Promise<WorkerSession> {
  const { log } = services;
  const events = new EventEmitter() as WorkerEvents;
  const held = trackRunningJobs(events);
  const created = once(events, 'pool:create') as Promise<[WorkerEventMap['pool:create']]>;
  const ended = once(events, 'pool:release');
  const runner = await run({
    pgPool: pool,
    taskList: taskList(services, jobs),
    parsedCronItems: cronItems(schedule),
    events,
    logger: queueLogger(log),
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: AT_ONCE, pollInterval: POLL_MS } },
  });
  runner.promise.catch((error) => log.error({ reason: String(error) }, 'the queue ended'));
  const [{ workerPool }] = await created;
  const { id } = workerPool;
  const heart = heartbeat({ db: pool, id, log, held, ...judging });
  return { id, heart, ended, stop: () => runner.stop().catch(() => undefined) };
}

/** Runs jobs and holds the clock until it is stopped, also while the database comes and goes. */
export async function startWorker(
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[] = [],
): Promise<RunningWorker> {
  const options = {
    connectionString: addressOf(services.db),
    application_name: 'lotwise-jobs',
    // One listens, one says that we live.
    max: AT_ONCE + 2,
    types: payloadTypes,
  };
  const pool = new RetryingPool(options, services.log);
  let stopping = false;
  let life = await live(pool, services, jobs, schedule);

  /** The queue ends itself only where it finds its own state broken. */
  async function keepAlive() {
    for (;;) {
      await life.ended;
      await life.heart.stop();
      if (stopping) return;
      services.log.error('the queue ended by itself; it is started anew');
      await pause(RESTART_MS);
      await releaseJobs(pool, life.id);
      // Others may be in the same trouble: they get time to speak.
      life = await live(pool, services, jobs, schedule, { judgesAfterMs: DEAD_AFTER_MS });
      if (stopping) void life.stop();
    }
  }
  const kept = keepAlive();

  async function drain() {
    await life.stop();
    await kept;
  }

  return {
    async stop() {
      stopping = true;
      const late = pause(DRAIN_MS, undefined, { ref: false });
      await Promise.race([drain(), late]);
      await Promise.race([releaseJobs(pool, life.id), late]);
      await Promise.race([Promise.all([life.heart.stop(), pool.end()]), late]);
    },
  };
}
