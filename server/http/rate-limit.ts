import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../services';
import { TooMany } from './errors';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface RateLimit {
  /** `account` holds with RATE_LIMITS=off as well. `sender` counts stored messages (messages/sending.ts). */
  readonly key: 'address' | 'person' | 'company' | 'order' | 'account' | 'sender' | 'sender in thread';
  readonly points: number;
  readonly seconds: number;
  /** How long a key is refused once it is beyond the limit; else until its window ends. */
  readonly blockSeconds?: number;
}

/**
 * Every rate limit, over all processes. Bounds of one process are in admission/, of a live connection in
 * cable/limits.ts.
 */
export const rateLimits = {
  'sign-in': { key: 'account', points: 20, seconds: 15 * MINUTE, blockSeconds: 15 * MINUTE },
  'sign-in-address': { key: 'address', points: 100, seconds: 15 * MINUTE },
  'current-password': { key: 'account', points: 20, seconds: 15 * MINUTE },
  // Per sign-in that waits for its code.
  'second-factor': { key: 'account', points: 5, seconds: 10 * MINUTE },
  key: { key: 'account', points: 600, seconds: MINUTE },
  'key-writes': { key: 'account', points: 120, seconds: MINUTE },
  magic: { key: 'address', points: 60, seconds: HOUR },
  reset: { key: 'address', points: 20, seconds: HOUR },
  'reset-mail': { key: 'account', points: 5, seconds: HOUR },
  'reset-password': { key: 'address', points: 20, seconds: HOUR },
  invitations: { key: 'company', points: 20, seconds: DAY },
  'accept-invitation': { key: 'address', points: 60, seconds: HOUR },
  apply: { key: 'address', points: 20, seconds: HOUR },
  contact: { key: 'address', points: 10, seconds: HOUR },
  client_errors: { key: 'address', points: 10, seconds: MINUTE },
  'product-views': { key: 'address', points: 600, seconds: HOUR },
  // Up to 35 MB each.
  uploads: { key: 'person', points: 600, seconds: HOUR },
  previews: { key: 'person', points: 600, seconds: HOUR },
  documents: { key: 'person', points: 300, seconds: HOUR },
  'shared-documents': { key: 'address', points: 300, seconds: HOUR },
  // Of a paid order: each issues and mails another invoice.
  'buyer-po-numbers': { key: 'order', points: 10, seconds: DAY },
  claims: { key: 'person', points: 30, seconds: HOUR },
  'claim-messages': { key: 'person', points: 200, seconds: HOUR },
  // Messages to an address of their choice.
  'webhook-sends': { key: 'person', points: 120, seconds: HOUR },
  messages: { key: 'sender', points: 300, seconds: DAY },
  'messages-in-thread': { key: 'sender in thread', points: 30, seconds: 10 * MINUTE },
} as const satisfies Record<string, RateLimit>;

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
      if (refusal) throw TooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)), words);
    },
    take: async (key) => (await count(key)) === null,
    forgive: async (key) => {
      await limiter.delete(shortKey(key));
    },
  };
}

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
