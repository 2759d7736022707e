const GATHER_MS = 30;
/** Longer runs are not waited for: the connection may be half dead. */
const PATIENCE_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

export interface Coalesced {
  ask(): void;
  cancel(): void;
}

async function succeeds(work: () => unknown): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return (await Promise.race([work(), tooLong])) !== false;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** One run shortly after the first request, one more for those made meanwhile; retries on false or rejection. */
export function coalesce(work: () => unknown): Coalesced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working = false;
  let askedAgain = false;
  let cancelled = false;
  let failures = 0;

  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };

  async function run() {
    timer = undefined;
    working = true;
    askedAgain = false;
    const done = await succeeds(work);
    working = false;
    if (cancelled) return;
    failures = done ? 0 : failures + 1;
    if (askedAgain) schedule(GATHER_MS);
    else if (!done) schedule(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
  }

  return {
    ask() {
      if (cancelled) return;
      if (working) askedAgain = true;
      else if (timer === undefined || failures > 0) schedule(GATHER_MS);
    },
    cancel() {
      cancelled = true;
      clearTimeout(timer);
    },
  };
}
