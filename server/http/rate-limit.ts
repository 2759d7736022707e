import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../services';
import { type HttpError, TooMany } from './errors';
import { type Exceeded, type RateLimit, rateLimits } from './rate-limits';

type Limits = typeof rateLimits;
type NameBy<Key extends RateLimit['key']> = {
  [Name in keyof Limits]: Limits[Name]['key'] extends Key ? Name : never;
}[keyof Limits];

interface Limit {
  /** Counts 1; throws 429 with Retry-After beyond the limit, in the given words if any. */
  consume(key: string, refusal?: string): Promise<void>;
  /** Counts 1; returns false beyond the limit. */
  take(key: string): Promise<boolean>;
  forgive(key: string): Promise<void>;
}

const MAX_KEY = 100;

/** Hashes keys that the table's column (255 characters, no NUL) cannot hold. */
const shortKey = (key: string) =>
  key.length > MAX_KEY || key.includes('\0') ? createHash('sha256').update(key).digest('base64url') : key;

/** Counts in PostgreSQL, for all processes. On a plain pool, because the limiter reads int8 as a number. */
export function limit(
  { limitsPool, metrics }: Pick<Services, 'limitsPool' | 'metrics'>,
  name: NameBy<'address' | 'person' | 'company' | 'order' | 'account'>,
): Limit {
  const { points, seconds, blockSeconds }: RateLimit = rateLimits[name];
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
  async function count(key: string): Promise<RateLimiterRes | null> {
    try {
      await limiter.consume(shortKey(key));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      metrics.rateLimited.inc({ limit: name });
      return refusal;
    }
  }
  return {
    consume: async (key, words) => {
      const refusal = await count(key);
      if (refusal) throw TooMany(retrySeconds(refusal.msBeforeNext), words);
    },
    take: async (key) => (await count(key)) === null,
    forgive: async (key) => {
      await limiter.delete(shortKey(key));
    },
  };
}

/** The refusal of a key that is beyond at least one limit. */
export function overLimits({ metrics }: Pick<Services, 'metrics'>, exceeded: readonly Exceeded[]): HttpError {
  for (const { name } of exceeded) metrics.rateLimited.inc({ limit: name });
  return TooMany(retrySeconds(Math.max(...exceeded.map(({ ms }) => ms))));
}

const retrySeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1_000));

type LimitServices = Pick<Services, 'config' | 'limitsPool' | 'metrics'>;

export function limitByAddress(services: LimitServices, name: NameBy<'address'>) {
  const addresses = limit(services, name);
  return async ({ ip }: Request): Promise<void> => {
    if (services.config.rateLimits) await addresses.consume(ip ?? 'unknown');
  };
}

export function limitByPerson(services: LimitServices, name: NameBy<'person'>) {
  const people = limit(services, name);
  return async (userId: number): Promise<void> => {
    if (services.config.rateLimits) await people.consume(String(userId));
  };
}
