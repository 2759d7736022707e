import type { RunningApp } from './app';
import type { Factory } from './factories';
import { type Run, start } from './process';

/** A worker as the Procfile starts it, on the data of the test. */
export const startWorkerOf = ({ databaseUrl, services }: RunningApp, env: Record<string, string> = {}): Run =>
  start('dist/worker.js', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: services.config.dataDir,
    SECRET_KEY_BASE: services.config.secretKeyBase,
    SEED_DEMO: 'false',
    ...env,
  });

/** The way a process ends that runs out of memory, or whose machine is taken away. */
export async function killHard({ child, ended }: Run): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** A killed worker's jobs are free once its heartbeat is old: the clock of its row is turned in place of waiting. */
export const outlive = (factory: Factory) =>
  factory.transaction(async (tx) => {
    await tx('job_workers').update({ seen_at: new Date(Date.now() - 3_600_000) });
  });

/** Whether another connection waits for a lock in a statement like this. */
export async function isWaiting(factory: Factory, statement: string): Promise<boolean> {
  const { rows } = await factory.db.raw<{ rows: unknown[] }>(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike ?`,
    [`%${statement}%`],
  );
  return rows.length > 0;
}
