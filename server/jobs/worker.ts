import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as QueueLogger, run, type WorkerEventMap, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';
import { addressOf } from '../../db/connection';
import type { Services } from '../services';
import { DEAD_AFTER_MS, heartbeat, signOff } from './heartbeat';
import type { Job } from './job';
import { cronItems, type Scheduled } from './schedule';
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

function poolOf({ db, log }: Services) {
  const pool = new pg.Pool({
    connectionString: addressOf(db),
    application_name: 'lotwise-jobs',
    // One listens.
    max: AT_ONCE + 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: payloadTypes,
  });
  pool.on('error', (error) => log.debug({ reason: error.message }, 'a connection of the queue broke'));
  // Whoever uses the connection is told by the query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

// What a job did is logged by its task; this is what the queue itself has to say.
// Errors of the driver carry their whole client: only their message is logged.
const queueLogger = (log: Logger) =>
  new QueueLogger(() => (level, message, meta) => {
    if (meta?.success || meta?.failure) return;
    if (level === 'error' || level === 'warning') log.warn(message);
    else log.debug(message);
  });

interface Life {
  readonly id: string;
  /** Settles when nothing runs any more. A life ends by itself where a result could not be written. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function live(
  pool: pg.Pool,
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[],
  judging?: { judgesAfterMs: number },
): Promise<Life> {
  const { log } = services;
  const events = new EventEmitter() as WorkerEvents;
  const created = once(events, 'pool:create') as Promise<[WorkerEventMap['pool:create']]>;
  const ended = once(events, 'pool:release');
  const runner = await run({
    pgPool: pool,
    taskList: taskList(services, jobs),
    parsedCronItems: cronItems(schedule),
    events,
    logger: queueLogger(log),
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: AT_ONCE,
        pollInterval: POLL_MS,
        // Any delay: without one, a result that cannot be written is an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  runner.promise.catch((error) => log.error({ reason: String(error) }, 'the queue ended'));
  const [{ workerPool }] = await created;
  const heart = heartbeat(pool, workerPool.id, log, judging);
  return {
    id: workerPool.id,
    ended: ended.then(heart.stop),
    stop: () => runner.stop().catch(() => undefined),
  };
}

/** Runs jobs and holds the clock until it is stopped, also while the database comes and goes. */
export async function startWorker(
  services: Services,
  jobs: readonly Job[],
  schedule: readonly Scheduled[] = [],
): Promise<RunningWorker> {
  const pool = poolOf(services);
  let stopping = false;
  let life = await live(pool, services, jobs, schedule);

  async function liveAgain() {
    for (let tries = 1; !stopping; tries++) {
      await pause(RESTART_MS);
      try {
        await signOff(pool, life.id);
        // Others may have been cut off as we were.
        life = await live(pool, services, jobs, schedule, { judgesAfterMs: DEAD_AFTER_MS });
        if (stopping) await life.stop();
        services.log.info({ tries }, 'the queue is read again');
        return;
      } catch (error) {
        if (tries === 1) services.log.warn({ reason: String(error) }, 'the queue cannot be read');
      }
    }
  }

  async function keepAlive() {
    while (!stopping) {
      await life.ended;
      if (!stopping) await liveAgain();
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
      await Promise.race([signOff(pool, life.id).catch(() => undefined), late]);
      await Promise.race([pool.end(), late]);
    },
  };
}
