import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config';
import { DAY_MS } from '../../contract/durations';

const AUDIENCE = 'lotwise';
const TYPE = 'bearer+jwt';
const ALGORITHM = 'HS256';
export const BEARER_DAYS = 7;

const keyOf = ({ secretKeyBase }: Config) =>
  createHmac('sha256', secretKeyBase).update('bearer tokens').digest();

/** Creates a 7-day token. Its row makes it revocable. */
export async function issueBearer(db: Knex, config: Config, userId: number): Promise<string> {
  const id = randomUUID();
  const expires = new Date(Date.now() + BEARER_DAYS * DAY_MS);
  await db('bearer_tokens').insert({ id, user_id: userId, expires_at: expires });
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setSubject(String(userId))
    .setAudience(AUDIENCE)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(keyOf(config));
}

/** The content of a token with a valid signature; its row may still be revoked. */
export interface Claims {
  readonly id: string;
  readonly userId: number;
}

async function verify(config: Config, token: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(config), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['sub', 'jti', 'exp'],
    });
    return { id: String(payload.jti), userId: Number(payload.sub) };
  } catch (error) {
    // jose's error codes all start with ERR_J.
    if (String((error as { code?: unknown }).code).startsWith('ERR_J')) return null;
    throw error;
  }
}

const MAX_CACHED_CLAIMS = 2_000;
const caches = new WeakMap<Config, LRUCache<string, Claims>>();

function cacheOf(config: Config) {
  const cache = caches.get(config) ?? new LRUCache<string, Claims>({ max: MAX_CACHED_CLAIMS });
  caches.set(config, cache);
  return cache;
}

/** Verifies a token's signature once per process. The caller checks its row every time. */
export async function claimsOf(config: Config, token: string): Promise<Claims | null> {
  const cache = cacheOf(config);
  const cached = cache.get(token);
  if (cached) return cached;
  const claims = await verify(config, token);
  if (claims) cache.set(token, claims);
  return claims;
}

export const bearerIn = (header: string | undefined) => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
