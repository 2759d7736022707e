import { MAX_REPLICA_LAG_SECONDS } from '../../db/replication-lag';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../contract/durations';
import { counted } from '../contract/money';
import type { Problem, SystemStatus } from './contract';

export type Facts = Omit<SystemStatus, 'status' | 'problems'>;

const MAX_WAIT_MS = 5 * MINUTE_MS;
const MAX_MAIL_WAIT_MS = 10 * MINUTE_MS;
const MAX_BACKUP_AGE_MS = DAY_MS + 2 * HOUR_MS;
const MAX_CLOCK_OFFSET_SECONDS = 2;
const MAX_TRANSACTION_SECONDS = 300;
const MIN_FREE_DISK = 0.15;

const ageOf = (since: string, now: string) => Date.parse(now) - Date.parse(since);

const minutes = (ms: number) => counted(Math.floor(ms / MINUTE_MS), 'minute');

type Rule = readonly [code: string, section: string, text: (facts: Facts) => string | null];

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

const lateWork = ({ queue, at }: Facts) => {
  const oldest = queue.flatMap(({ oldest_due_at }) => oldest_due_at ?? []).toSorted()[0];
  const wait = oldest === undefined ? 0 : ageOf(oldest, at);
  return wait > MAX_WAIT_MS ? `Jobs have waited for ${minutes(wait)}` : null;
};

const silent = ({ processes }: Facts) => {
  const n = processes.filter(({ responding }) => !responding).length;
  return n > 0 ? `${counted(n, 'process', 'processes')} not responding` : null;
};

const workerless = ({ processes }: Facts) => {
  const alive = processes.filter(({ responding }) => responding);
  return alive.length > 0 && alive.every(({ kind }) => kind === 'web') ? 'No worker is running' : null;
};

const failedJobs = ({ queue }: Facts) => {
  const n = sum(queue.map(({ failed }) => failed));
  return n > 0 ? counted(n, 'failed job') : null;
};

const lateMail = ({ mails: { oldest_unsent_at }, at }: Facts) => {
  const wait = oldest_unsent_at === null ? 0 : ageOf(oldest_unsent_at, at);
  return wait > MAX_MAIL_WAIT_MS ? `Emails have waited for ${minutes(wait)}` : null;
};

const lateEvents = ({ webhooks: { oldest_at }, at }: Facts) => {
  const wait = oldest_at === null ? 0 : ageOf(oldest_at, at);
  return wait > MAX_WAIT_MS ? `Payment events have waited for ${minutes(wait)}` : null;
};

const found = ({ consistency: { findings } }: Facts) => {
  const n = sum(findings.map(({ count }) => count));
  return n > 0 ? counted(n, 'consistency finding') : null;
};

const backups = ({ storage: { backup }, at }: Facts) => {
  if (backup.last?.error) return 'The last backup failed';
  if (!backup.configured || backup.last_success_at === null) return null;
  const age = ageOf(backup.last_success_at, at);
  return age > MAX_BACKUP_AGE_MS ? `The last backup is ${Math.floor(age / HOUR_MS)} hours old` : null;
};

const replicaLag = ({ database: { replica } }: Facts) => {
  if (replica === null) return null;
  if (replica.lag_seconds === null) return 'The replica is not answering';
  const lag = Math.round(replica.lag_seconds);
  return lag > MAX_REPLICA_LAG_SECONDS ? `Replica is ${lag} s behind. Insights may be out of date.` : null;
};

const diskSpace = ({ storage: { disk } }: Facts) => {
  const free = disk ? disk.free_bytes / disk.total_bytes : 1;
  return free < MIN_FREE_DISK ? `${Math.floor(free * 100)}% of the disk is free` : null;
};

const clock = ({ database: { clock_offset_seconds: offset } }: Facts) =>
  Math.abs(offset) > MAX_CLOCK_OFFSET_SECONDS
    ? `Clocks of server and database are ${Math.abs(offset)} s apart`
    : null;

const transactions = ({ database: { oldest_transaction_seconds: age } }: Facts) =>
  age > MAX_TRANSACTION_SECONDS ? `A transaction has been open for ${minutes(age * 1_000)}` : null;

const RULES: readonly Rule[] = [
  ['consistency_findings', 'consistency', found],
  ['failed_jobs', 'queue', failedJobs],
  ['late_jobs', 'queue', lateWork],
  ['late_payment_events', 'payment-events', lateEvents],
  ['silent_process', 'processes', silent],
  ['no_worker', 'processes', workerless],
  [
    'refused_mails',
    'email',
    ({ mails: { refused } }) => (refused > 0 ? counted(refused, 'refused email') : null),
  ],
  ['late_mails', 'email', lateMail],
  ['backup', 'storage', backups],
  ['disk', 'storage', diskSpace],
  ['replica', 'database', replicaLag],
  ['clock', 'database', clock],
  ['old_transaction', 'database', transactions],
  ['migrations', 'database', ({ database }) => (database.migrated ? null : 'Migrations are missing')],
];

/** What needs a person, the most urgent first, each with the section of the page that shows it. */
export const problemsOf = (facts: Facts): Problem[] =>
  RULES.flatMap(([code, section, textOf]) => {
    const text = textOf(facts);
    return text === null ? [] : [{ code, text, href: `/admin/system#${section}` }];
  });
