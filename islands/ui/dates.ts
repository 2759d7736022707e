import { useSyncExternalStore } from 'react';
import { DAY_MS } from '../../server/contract/durations';

/** Until then the year goes without saying. */
const WITHOUT_YEAR_MS = 300 * DAY_MS;

export interface Dates {
  /** '2025-11-03T14:05:00Z' → 'Nov 3', for times within months of now. */
  shortDay(iso: string): string;
  /** 'Nov 3', or 'Nov 3, 2025' where that is more than 300 days before `now`; null: not known before hydration. */
  rowDay(iso: string, now: number | null): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2025'. */
  day(iso: string): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2025, 2:05 PM UTC'. */
  moment(iso: string): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2:05 PM UTC', for times within weeks of now. */
  deadline(iso: string): string;
  /** '2025-11-03T14:05:00Z' → '2:05 PM UTC', for times of today. */
  time(iso: string): string;
}

interface Parts {
  /** 'Nov 3' */
  date: string;
  year: string | number | undefined;
  /** '2:05 PM UTC' */
  time: string;
}

const datesFrom = (read: (at: Date) => Parts): Dates => {
  const parts = (iso: string) => read(new Date(iso));
  const day = (iso: string) => {
    const { date, year } = parts(iso);
    return `${date}, ${year}`;
  };
  return {
    shortDay: (iso) => parts(iso).date,
    rowDay: (iso, now) =>
      now === null || now - Date.parse(iso) < WITHOUT_YEAR_MS ? parts(iso).date : day(iso),
    day,
    moment(iso) {
      const { date, year, time } = parts(iso);
      return `${date}, ${year}, ${time}`;
    },
    deadline(iso) {
      const { date, time } = parts(iso);
      return `${date}, ${time}`;
    },
    time: (iso) => parts(iso).time,
  };
};

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** By hand: making a formatter takes 20 ms of a slow phone's start. */
function inUtc(at: Date): Parts {
  const hours = at.getUTCHours();
  const minutes = String(at.getUTCMinutes()).padStart(2, '0');
  return {
    date: `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}`,
    year: at.getUTCFullYear(),
    time: `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'} UTC`,
  };
}

const localFormat = () =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

const readerOf = (format: Intl.DateTimeFormat) => (at: Date) => {
  const parts = format.formatToParts(at).map(({ type, value }) => [type, value] as const);
  const { month, day, year, hour, minute, dayPeriod, timeZoneName } = Object.fromEntries(parts);
  return { date: `${month} ${day}`, year, time: `${hour}:${minute} ${dayPeriod} ${timeZoneName}` };
};

const utcDates = datesFrom(inUtc);

/** Makes the formatter after hydration, in a task of its own. */
function localZone() {
  let dates = utcDates;
  let isAsked = false;
  const listeners = new Set<() => void>();
  function start() {
    dates = datesFrom(readerOf(localFormat()));
    for (const listener of listeners) listener();
  }
  return {
    dates: () => dates,
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (!isAsked) setTimeout(start);
      isAsked = true;
      return () => listeners.delete(listener);
    },
  };
}

const local = localZone();

/** In UTC, for days that the server counts in UTC. */
export const { day, moment } = utcDates;

/** In the reader's time zone. Shortly after hydration; before it in UTC, like the server's page. */
export const useDates = (): Dates => useSyncExternalStore(local.subscribe, local.dates, () => utcDates);
