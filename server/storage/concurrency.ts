import pLimit from 'p-limit';
import { Unavailable } from '../http/errors';

interface ConcurrencyLimits {
  readonly running: number;
  readonly waiting: number;
}

type Limited = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Throws 503 when too many wait. */
export function limitConcurrency({ running, waiting }: ConcurrencyLimits): Limited {
  const limit = pLimit(running);
  return async (work) => {
    if (limit.pendingCount >= waiting) throw Unavailable();
    return limit(work);
  };
}
