import { useSyncExternalStore } from 'react';

export interface Dates {
  /** '2025-11-03T14:05:00Z' → 'Nov 3', for times within months of now. */
  shortDay(iso: string): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2025'. */
  day(iso: string): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2025, 2:05 PM UTC'. */
  moment(iso: string): string;
  /** '2025-11-03T14:05:00Z' → 'Nov 3, 2:05 PM UTC', for times within weeks of now. */
  deadline(iso: string): string;
}

function datesIn(timeZone?: string): Dates {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const read = (iso: string) => {
    const parts = format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value] as const);
    const { month, day, year, hour, minute, dayPeriod, timeZoneName } = Object.fromEntries(parts);
    return { date: `${month} ${day}`, year, time: `${hour}:${minute} ${dayPeriod} ${timeZoneName}` };
  };
  return {
    shortDay: (iso) => read(iso).date,
    day(iso) {
      const { date, year } = read(iso);
      return `${date}, ${year}`;
    },
    moment(iso) {
      const { date, year, time } = read(iso);
      return `${date}, ${year}, ${time}`;
    },
    deadline(iso) {
      const { date, time } = read(iso);
      return `${date}, ${time}`;
    },
  };
}

const utcDates = datesIn('UTC');
const localDates = typeof window === 'undefined' ? utcDates : datesIn();

/** In UTC, for days that the server counts in UTC. */
export const { day, moment } = utcDates;

const subscribe = () => () => {};

/** In the reader's time zone. Until hydration ends in UTC, like the server's page. */
export const useDates = (): Dates =>
  useSyncExternalStore(
    subscribe,
    () => localDates,
    () => utcDates,
  );
