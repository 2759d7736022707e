import type { CronMatcher } from 'graphile-worker';
import { MINUTE_MS } from '../contract/durations';

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS);

function matches(match: CronMatcher, minute: number) {
  const at = new Date(minute * MINUTE_MS);
  return match({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  });
}

/** The newest matching minute after `from` and up to `to`. */
function newestMatch(match: CronMatcher, from: number, to: number): number | null {
  for (let minute = to; minute > from; minute--) if (matches(match, minute)) return minute;
  return null;
}

/** Bounds the work for a row that is years ahead. */
const MAX_LOOKAHEAD_MINUTES = 32 * 24 * 60;

/** A clock that is set back by at most this repeats no tick, not even the one of the present minute. */
const MAX_STEP_MINUTES = 60;

/** A clock that was right could not have run a tick while an earlier one is still to come. */
function isFromWrongClock(match: CronMatcher, last: number, now: number) {
  const earliest = last - now > MAX_STEP_MINUTES ? now - 1 : now;
  return newestMatch(match, Math.max(earliest, last - MAX_LOOKAHEAD_MINUTES), last - 1) !== null;
}

/** At most `backfillMs` old. A `last` that lies ahead ran before the clock went back, and is not run again. */
export function newestTick(
  match: CronMatcher,
  { last, now }: { last: Date; now: Date },
  backfillMs: number,
): Date | null {
  const [ran, current] = [minuteOf(last), minuteOf(now)];
  const earliest = current - backfillMs / MINUTE_MS;
  const isAhead = ran > current;
  if (isAhead && !isFromWrongClock(match, ran, current)) return null;
  const minute = newestMatch(match, isAhead ? current - 1 : Math.max(ran, earliest), current);
  return minute === null ? null : new Date(minute * MINUTE_MS);
}
