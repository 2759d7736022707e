// graphile-worker's private tables. Its view `graphile_worker.jobs` and its functions are public, but show no payload,
// no schedule, and change no attempts or locks. test/jobs/worker-tables.test.ts pins what is read here.

export const JOBS = 'graphile_worker._private_jobs';
export const JOB_QUEUES = 'graphile_worker._private_job_queues';
export const SCHEDULE = 'graphile_worker._private_known_crontabs';

/** `jobs` with `tasks.identifier`, the name of the job. */
export const NAMED_JOBS = `${JOBS} jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id`;
