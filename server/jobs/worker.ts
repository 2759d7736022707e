import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as QueueLogger, run, type WorkerEventMap, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { addressOf } from '../../db/connection';
import type { Services } from '../services';
import { releaseJobs } from './dead-workers';
import { type Heartbeat, startHeartbeat } from './heartbeat';
import type { Job, Scheduled } from './job';
import { RetryingPool } from './retrying-pool';
import { trackRunningJobs } from './running-jobs';
import { startSchedule } from './schedule';
import { cronItems, payloadTypes, taskList } from './tasks';

const CONCURRENT_JOBS: Readonly<Record<Job['slots'], number>> = {
  common: 5,
  mail: 3,
  webhooks: 4,
};
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
  readonly runningJobs: () => readonly string[];
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

interface LaneOptions {
  readonly pool: RetryingPool;
  readonly services: Services;
  readonly jobs: readonly Job[];
  readonly concurrentJobs: number;
  readonly onRestart: () => void;
}

async function startSession({ pool, services, jobs, concurrentJobs }: LaneOptions): Promise<WorkerSession> {
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
    preset: { worker: { concurrentJobs, pollInterval: POLL_MS } },
  });
  runner.promise.catch((error) => log.error({ reason: String(error) }, 'the queue ended'));
  const [{ workerPool }] = await created;
  return { id: workerPool.id, runningJobs, ended, stop: () => runner.stop().catch(() => undefined) };
}

interface Lane {
  session(): WorkerSession;
  drain(): Promise<void>;
}

/** Keeps a session running for these jobs until it is drained. */
async function startLane(options: LaneOptions): Promise<Lane> {
  const { pool, services, onRestart } = options;
  let stopping = false;
  let session = await startSession(options);

  async function restartWhenEnded() {
    for (;;) {
      await session.ended;
      if (stopping) return;
      services.log.error('the queue ended unexpectedly and restarts');
      await pause(RESTART_MS);
      await releaseJobs(pool, session.id);
      onRestart();
      session = await startSession(options);
      if (stopping) void session.stop();
    }
  }
  const restarting = restartWhenEnded();

  return {
    session: () => session,
    async drain() {
      stopping = true;
      await session.stop();
      await restarting;
    },
  };
}

export async function startWorker(
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[] = [],
): Promise<RunningWorker> {
  const options = {
    connectionString: services.config.operations.databaseDirectUrl ?? addressOf(services.db),
    application_name: 'lotwise-jobs',
    max: CONCURRENT_JOBS.common + CONCURRENT_JOBS.mail + CONCURRENT_JOBS.webhooks + 4,
    types: payloadTypes,
  };
  const pool = new RetryingPool(options, services.log);
  const lanes: Lane[] = [];
  let heartbeat: Heartbeat | undefined;
  const onRestart = () => heartbeat?.giveOthersTime();
  for (const slots of ['common', 'mail', 'webhooks'] as const) {
    const own = jobs.filter((job) => job.slots === slots);
    const concurrentJobs = CONCURRENT_JOBS[slots];
    if (own.length > 0) lanes.push(await startLane({ pool, services, jobs: own, concurrentJobs, onRestart }));
  }
  const sessions = () => lanes.map((lane) => lane.session());
  heartbeat = startHeartbeat({ db: pool, log: services.log, sessions });
  const ticking = await startSchedule(pool, cronItems(schedule), services.log);

  return {
    async stop() {
      const timeout = pause(DRAIN_MS, undefined, { ref: false });
      await Promise.race([Promise.all([ticking.stop(), ...lanes.map((lane) => lane.drain())]), timeout]);
      await Promise.race([Promise.all(sessions().map(({ id }) => releaseJobs(pool, id))), timeout]);
      await Promise.race([Promise.all([heartbeat?.stop(), pool.end()]), timeout]);
    },
  };
}
