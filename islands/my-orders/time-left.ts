import { useEffect, useState } from 'react';
import { HOUR_MS, MINUTE_MS } from '../../server/contract/durations';
import { counted } from '../../server/contract/money';
import type { Dates } from '../ui/dates';

/** 'in 6 hours', beyond a day 'in 2 days'; null when the time is over. */
export function timeLeft(ms: number): string | null {
  if (ms <= 0) return null;
  if (ms < HOUR_MS) return `in ${counted(Math.ceil(ms / MINUTE_MS), 'minute')}`;
  const hours = Math.floor(ms / HOUR_MS);
  return `in ${hours < 24 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day')}`;
}

/** null until hydration, because the server's clock differs; later renewed each minute. */
export function useNow(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setNow(Date.now());
    update();
    const timer = setInterval(update, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export interface Clock extends Omit<Dates, 'time'> {
  now: number | null;
}

/** 'Nov 24, 3:00 PM EST (in 6 hours)' */
export function untilText(iso: string, { deadline, now }: Clock): string {
  const left = now === null ? null : timeLeft(Date.parse(iso) - now);
  return left === null ? deadline(iso) : `${deadline(iso)} (${left})`;
}
