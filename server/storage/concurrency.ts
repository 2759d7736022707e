import { Unavailable } from '../http/errors';

interface ConcurrencyLimits {
  readonly running: number;
  readonly waiting: number;
}

type Limited = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs some at a time, in order. Throws 503 where too many wait. */
export function limitConcurrency({ running, waiting }: ConcurrencyLimits): Limited {
  const queue: (() => void)[] = [];
  let free = running;

  async function takeSlot() {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= waiting) throw Unavailable();
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function releaseSlot() {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return async (work) => {
    await takeSlot();
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };
}
