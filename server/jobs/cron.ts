import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { DAY_MS } from '../contract/durations';
import { toJson } from '../contract/json';
import type { Scheduled } from './schedule';

const BACKFILL_MS = DAY_MS;

export const cronItems = (schedule: readonly Scheduled[]): ParsedCronItem[] =>
  parseCronItems(
    schedule.map(({ job, at, payload }) => ({
      task: job.name,
      match: at,
      identifier: `${job.name} ${toJson(payload)}`,
      payload: payload as Record<string, unknown>,
      // The key merges missed runs into one job.
      options: {
        backfillPeriod: BACKFILL_MS,
        maxAttempts: job.attempts,
        jobKey: `scheduled ${job.name} ${toJson(payload)}`,
      },
    })),
  );
