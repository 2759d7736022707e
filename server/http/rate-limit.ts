import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors';

export interface Limit {
  /** Counts one; throws 429 with Retry-After past the limit. */
  consume(key: string, points?: number): Promise<void>;
  /** Counts one, and says whether it is within the limit. */
  take(key: string): Promise<boolean>;
  forgive(key: string): Promise<void>;
}

interface LimitOptions {
  /** Prefix of its keys. */
  name: string;
  points: number;
  seconds: number;
  blockSeconds?: number;
}

const MAX_KEY = 100;

/** What somebody typed may be of any length, and holds what no column does: the table has 255 letters. */
const shortKey = (key: string) =>
  key.length > MAX_KEY || key.includes('\0') ? createHash('sha256').update(key).digest('base64url') : key;

/** Counted in PostgreSQL, so that it holds across processes. A plain pool: the limiter reads int8 as a number. */
export function limit(pool: pg.Pool, { name, points, seconds, blockSeconds }: LimitOptions): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(blockSeconds && { blockDuration: blockSeconds }),
  });
  const wait = (result: RateLimiterRes) => Math.max(1, Math.ceil(result.msBeforeNext / 1_000));
  return {
    consume: async (key, count = 1) => {
      try {
        await limiter.consume(shortKey(key), count);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? TooMany(wait(refusal)) : refusal;
      }
    },
    take: async (key) => {
      try {
        await limiter.consume(shortKey(key));
        return true;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false;
        throw refusal;
      }
    },
    forgive: async (key) => {
      await limiter.delete(shortKey(key));
    },
  };
}
