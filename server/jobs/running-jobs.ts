import type { WorkerEvents } from 'graphile-worker';

const RESULT_TIMEOUT_MS = 60_000;

/** Includes jobs whose result may not be stored yet. */
export function trackRunningJobs(events: WorkerEvents) {
  const running = new Set<string>();
  const completed = new Map<string, number>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => {
    running.delete(job.id);
    completed.set(job.id, performance.now());
  });
  return () => {
    for (const [id, at] of completed) if (performance.now() - at > RESULT_TIMEOUT_MS) completed.delete(id);
    return [...running, ...completed.keys()];
  };
}
