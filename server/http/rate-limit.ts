import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../services';
import { TooMany } from './errors';

export interface Limit {
  /** Counts `points`, by default 1; throws 429 with Retry-After beyond the limit. */
  consume(key: string, points?: number): Promise<void>;
  /** Counts 1; returns false beyond the limit. */
  take(key: string): Promise<boolean>;
  forgive(key: string): Promise<void>;
}

interface LimitOptions {
  name: string;
  points: number;
  seconds: number;
  blockSeconds?: number;
}

const MAX_KEY = 100;

/** Hashes keys that the table's column (255 characters, no NUL) cannot hold. */
const shortKey = (key: string) =>
  key.length > MAX_KEY || key.includes('\0') ? createHash('sha256').update(key).digest('base64url') : key;

/** Counts in PostgreSQL, for all processes. On a plain pool, because the limiter reads int8 as a number. */
export function limit(
  { limitsPool, metrics }: Pick<Services, 'limitsPool' | 'metrics'>,
  { name, points, seconds, blockSeconds }: LimitOptions,
): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: limitsPool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(blockSeconds && { blockDuration: blockSeconds }),
  });
  /** The refusal; null within the limit. Throws what the database throws. */
  async function count(key: string, times = 1): Promise<RateLimiterRes | null> {
    try {
      await limiter.consume(shortKey(key), times);
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      metrics.rateLimited.inc({ limit: name });
      return refusal;
    }
  }
  return {
    consume: async (key, times) => {
      const refusal = await count(key, times);
      if (refusal) throw TooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)));
    },
    take: async (key) => (await count(key)) === null,
    forgive: async (key) => {
      await limiter.delete(shortKey(key));
    },
  };
}

type LimitServices = Pick<Services, 'config' | 'limitsPool' | 'metrics'>;

export function limitByAddress(services: LimitServices, options: LimitOptions) {
  const addresses = limit(services, options);
  return async ({ ip }: Request): Promise<void> => {
    if (services.config.rateLimits) await addresses.consume(ip ?? 'unknown');
  };
}
