import { EventEmitter } from 'node:events';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { addressOf } from '../../db/connection';
import type { Job } from '../../server/jobs/job';
import { payloadTypes, taskList } from '../../server/jobs/tasks';
import type { Services } from '../../server/services';

/** Runs due jobs, and those they enqueue, to the end; throws the first failure. `until` adds jobs due by then. */
export async function runDueJobs(services: Services, jobs: readonly Job[], until?: Date) {
  const failures: unknown[] = [];
  // Like the worker's, past a pooler: the queue names its statements.
  const connectionString = services.config.operations.databaseDirectUrl ?? addressOf(services.db);
  const pool = new pg.Pool({ connectionString, max: 2, types: payloadTypes });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const events: WorkerEvents = new EventEmitter();
  events.on('job:error', ({ error }) => failures.push(error));
  try {
    if (until)
      await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at <= $1', [until]);
    await runOnce({
      pgPool: pool,
      taskList: taskList(services, jobs),
      events,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
    });
  } finally {
    await pool.end();
  }
  if (failures.length > 0) throw failures[0];
}
