import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as QueueLogger, run, type WorkerEventMap, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { addressOf } from '../../db/connection';
import type { Services } from '../services';
import { DEAD_AFTER_MS, type Heartbeat, releaseJobs, startHeartbeat } from './heartbeat';
import type { Job, Scheduled } from './job';
import { RetryingPool } from './retrying-pool';
import { trackRunningJobs } from './running-jobs';
import { startSchedule } from './schedule';
import { cronItems, payloadTypes, taskList } from './tasks';

const CONCURRENT_JOBS = 5;
const POLL_MS = 1_000;
const DRAIN_MS = 20_000;
const RESTART_MS = 500;

export interface RunningWorker {
  stop(): Promise<void>;
}

// Tasks log their own results. Driver errors contain the whole client, so only messages are logged.
const queueLogger = (log: Logger) =>
  new QueueLogger(() => (level, message, meta) => {
    if (meta?.success || meta?.failure) return;
    if (level === 'error' || level === 'warning') log.warn(message);
    else log.debug(message);
  });

interface WorkerSession {
  readonly id: string;
  readonly heartbeat: Heartbeat;
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function startSession(
  pool: RetryingPool,
  services: Services,
  jobs: readonly Job[],
  options?: { checkOthersAfterMs: number },
): Promise<WorkerSession> {
  const { log } = services;
  const events = new EventEmitter() as WorkerEvents;
  const runningJobs = trackRunningJobs(events);
  const created = once(events, 'pool:create') as Promise<[WorkerEventMap['pool:create']]>;
  const ended = once(events, 'pool:release');
  const runner = await run({
    pgPool: pool,
    taskList: taskList(services, jobs),
    // Its own schedule would follow this process's clock.
    parsedCronItems: [],
    events,
    logger: queueLogger(log),
    noHandleSignals: true,
    preset: { worker: { concurrentJobs: CONCURRENT_JOBS, pollInterval: POLL_MS } },
  });
  runner.promise.catch((error) => log.error({ reason: String(error) }, 'the queue ended'));
  const [{ workerPool }] = await created;
  const { id } = workerPool;
  const heartbeat = startHeartbeat({ db: pool, id, log, runningJobs, ...options });
  return { id, heartbeat, ended, stop: () => runner.stop().catch(() => undefined) };
}

export async function startWorker(
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[] = [],
): Promise<RunningWorker> {
  const options = {
    connectionString: services.config.operations.databaseDirectUrl ?? addressOf(services.db),
    application_name: 'lotwise-jobs',
    max: CONCURRENT_JOBS + 2,
    types: payloadTypes,
  };
  const pool = new RetryingPool(options, services.log);
  let stopping = false;
  let session = await startSession(pool, services, jobs);
  const ticking = await startSchedule(pool, cronItems(schedule), services.log);

  async function restartWhenEnded() {
    for (;;) {
      await session.ended;
      await session.heartbeat.stop();
      if (stopping) return;
      services.log.error('the queue ended unexpectedly and restarts');
      await pause(RESTART_MS);
      await releaseJobs(pool, session.id);
      // Other workers may be restarting, too, and get time for their heartbeats.
      session = await startSession(pool, services, jobs, { checkOthersAfterMs: DEAD_AFTER_MS });
      if (stopping) void session.stop();
    }
  }
  const restarting = restartWhenEnded();

  async function drain() {
    await Promise.all([ticking.stop(), session.stop()]);
    await restarting;
  }

  return {
    async stop() {
      stopping = true;
      const timeout = pause(DRAIN_MS, undefined, { ref: false });
      await Promise.race([drain(), timeout]);
      await Promise.race([releaseJobs(pool, session.id), timeout]);
      await Promise.race([Promise.all([session.heartbeat.stop(), pool.end()]), timeout]);
    },
  };
}
