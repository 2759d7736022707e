import { DAY_MS } from '../contract/durations';

const DAILY = 7;
const WEEKLY = 5;

/** `2026-11-23T02-10-00Z`: the time at which the backup began, in UTC. */
export const folderAt = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const FOLDER = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const isBackupFolder = (name: string) => FOLDER.test(name);

const dayOf = (folder: string) => folder.slice(0, 10);

/** Weeks begin on Monday; 1970 began on a Thursday. */
const weekOf = (folder: string) => String(Math.floor((Date.parse(dayOf(folder)) / DAY_MS + 3) / 7));

function newestPer(period: (folder: string) => string, count: number, newestFirst: readonly string[]) {
  const newest = new Map<string, string>();
  for (const folder of newestFirst)
    if (!newest.has(period(folder)) && newest.size < count) newest.set(period(folder), folder);
  return [...newest.values()];
}

/** Complete backups that are neither of the last seven days nor of the last five weeks. */
export function expiredBackups(folders: readonly string[]): string[] {
  const newestFirst = folders.filter(isBackupFolder).sort().reverse();
  const kept = new Set([...newestPer(dayOf, DAILY, newestFirst), ...newestPer(weekOf, WEEKLY, newestFirst)]);
  return newestFirst.filter((folder) => !kept.has(folder));
}

/** Of a folder without a manifest: no backup takes a day. */
export const isAbandoned = (folder: string, now: Date) => folder < folderAt(new Date(now.getTime() - DAY_MS));
