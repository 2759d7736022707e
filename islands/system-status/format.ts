import { counted } from '../../server/contract/money';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 → '1.5 KB'. */
export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  const value = count / 1024 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

/** 90 → '1 minute'. */
export function duration(seconds: number): string {
  if (seconds < 60) return counted(Math.max(0, Math.round(seconds)), 'second');
  if (seconds < 3_600) return counted(Math.floor(seconds / 60), 'minute');
  if (seconds < 172_800) return counted(Math.floor(seconds / 3_600), 'hour');
  return counted(Math.floor(seconds / 86_400), 'day');
}

export const secondsSince = (then: string, now: string) => (Date.parse(now) - Date.parse(then)) / 1_000;
