import { day } from '../dates';

export interface Series {
  label: string;
  values: readonly number[];
  tone?: 'accent' | 'green' | 'yellow' | 'red' | undefined;
}

/** Bars of one day or one week each. */
export interface Buckets {
  unit: 'day' | 'week';
  /** Start of each bar in unix seconds. */
  x: readonly number[];
  names: readonly string[];
  series: readonly Series[];
}

const DAY_S = 86_400;
const WEEK_DAYS = 7;
/** More daily bars than this are too thin to read. */
const MAX_DAILY_BARS = 60;

const dayName = (seconds: number) => day(new Date(seconds * 1000).toISOString());
export const shortDay = (seconds: number) => dayName(seconds).replace(/, \d+$/, '');
export const monthName = (seconds: number) => shortDay(seconds).replace(/ \d+$/, '');

const rangeName = (first: number, last: number) =>
  first === last ? dayName(first) : `${shortDay(first)} – ${dayName(last)}`;

const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Takes starts of weeks whose values are summed already. Only the first may be shorter. */
export function toWeeks(starts: readonly number[], series: readonly Series[]): Buckets {
  const lastDays = starts.map((start, index) => (starts[index + 1] ?? start + WEEK_DAYS * DAY_S) - DAY_S);
  return {
    unit: 'week',
    x: lastDays.map((last) => last - (WEEK_DAYS - 1) * DAY_S),
    names: lastDays.map((last, index) => rangeName(starts[index] ?? last, last)),
    series,
  };
}

/** Takes UTC days, oldest first. Weeks end with the last day, so only the first one may be shorter. */
export function toBuckets(days: readonly number[], series: readonly Series[]): Buckets {
  const size = days.length > MAX_DAILY_BARS ? WEEK_DAYS : 1;
  const starts = days.map((_day, index) => index).filter((index) => (days.length - index) % size === 0);
  if (starts[0] !== 0 && days.length > 0) starts.unshift(0);
  const endOf = (place: number) => starts[place + 1] ?? days.length;
  return {
    unit: size === 1 ? 'day' : 'week',
    // Bars are placed by their last day, which keeps a shorter first week at the same distance.
    x: starts.map((_start, place) => (days[endOf(place) - 1] ?? 0) - (size - 1) * DAY_S),
    names: starts.map((start, place) => rangeName(days[start] ?? 0, days[endOf(place) - 1] ?? 0)),
    series: series.map((one) => ({
      ...one,
      values: starts.map((start, place) => total(one.values.slice(start, endOf(place)))),
    })),
  };
}
