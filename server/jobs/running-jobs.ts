import type { WorkerEvents } from 'graphile-worker';

const WRITTEN_WITHIN_MS = 60_000;

/** The jobs that this worker knows it has: running, or ended so lately that their result may not be written yet. */
export function trackRunningJobs(events: WorkerEvents) {
  const running = new Set<string>();
  const ended = new Map<string, number>();
  events.on('job:start', ({ job }) => running.add(job.id));
  events.on('job:complete', ({ job }) => {
    running.delete(job.id);
    ended.set(job.id, performance.now());
  });
  return () => {
    for (const [id, at] of ended) if (performance.now() - at > WRITTEN_WITHIN_MS) ended.delete(id);
    return [...running, ...ended.keys()];
  };
}
