import type { Logger } from 'pino';
import type { OnShed } from './admission';
import type { MonotonicClock } from './clock';

const EVERY_MS = 1_000;

/** One line a second with counts: a line per refusal would cost more than the refusal. */
export function createShedLog(log: Pick<Logger, 'warn'>, clock: MonotonicClock): OnShed {
  let counts: Record<string, number> | null = null;
  function write() {
    log.warn({ shed: counts }, 'requests were refused');
    counts = null;
  }
  return (load, reason) => {
    if (counts === null) clock.after(EVERY_MS, write);
    counts ??= {};
    const key = `${load} ${reason}`;
    counts[key] = (counts[key] ?? 0) + 1;
  };
}
