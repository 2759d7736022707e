const GATHER_MS = 30;
/** Work that hangs for longer, on a connection half dead, is not waited for. */
const PATIENCE_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];

export interface Coalesced {
  /** Asks for the work to be done, once, after now. */
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
    // Whoever does the work shows its failures; here they only mean that it is still to be done.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Turns many askings into few runs: one shortly after the first, and one more at the end where some came while it
 * was under way. Work that rejects, or answers false, is tried again.
 */
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
      // A retry far off gives way to what is asked for now.
      else if (timer === undefined || failures > 0) schedule(GATHER_MS);
    },
    cancel() {
      cancelled = true;
      clearTimeout(timer);
    },
  };
}
