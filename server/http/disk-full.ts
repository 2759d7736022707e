/** PostgreSQL's disk_full and configuration_limit_exceeded, and what this process's own disk says. */
const FULL = new Set(['53100', '53400', 'ENOSPC', 'EDQUOT']);

const NOT_READY_MS = 30_000;

export const isDiskFull = (error: unknown) =>
  FULL.has(String((error as { code?: unknown } | null | undefined)?.code));

/** Whether a write failed for lack of disk space in the last 30 s: no probe finds that out without writing. */
export function createDiskWatch(now: () => number = () => performance.now()) {
  let fullAt = Number.NEGATIVE_INFINITY;
  return {
    note(error: unknown) {
      if (isDiskFull(error)) fullAt = now();
    },
    isFull: () => now() - fullAt < NOT_READY_MS,
  };
}

export type DiskWatch = ReturnType<typeof createDiskWatch>;
