import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from './errors';

export interface Limit {
  /** Counts one; throws 429 with Retry-After past the limit. */
  consume(key: string, points?: number): Promise<void>;
  /** Counts one and never throws. */
  count(key: string): Promise<void>;
  /** Seconds that the key is blocked for, 0 where it is not. Counts nothing. */
  blockedFor(key: string): Promise<number>;
  forgive(key: string): Promise<void>;
}

interface LimitOptions {
  /** Prefix of its keys. */
  name: string;
  points: number;
  seconds: number;
  blockSeconds?: number;
}

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
        await limiter.consume(key, count);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? TooMany(wait(refusal)) : refusal;
      }
    },
    count: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
      }
    },
    blockedFor: async (key) => {
      const result = await limiter.get(key);
      return result && result.consumedPoints > points ? wait(result) : 0;
    },
    forgive: async (key) => {
      await limiter.delete(key);
    },
  };
}
