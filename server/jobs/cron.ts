import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { toJson } from '../contract/json';
import type { Scheduled } from './schedule';

const BACKFILL_MS = 24 * 60 * 60 * 1000;

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
