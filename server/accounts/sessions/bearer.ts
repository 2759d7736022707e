import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Knex } from 'knex';
import type { Config } from '../../config/config';

const AUDIENCE = 'lotwise';
const TYPE = 'bearer+jwt';
const ALGORITHM = 'HS256';
export const BEARER_DAYS = 7;

const keyOf = ({ secretKeyBase }: Config) =>
  createHmac('sha256', secretKeyBase).update('bearer tokens').digest();

/** Creates a 7-day token. Its row makes it revocable. */
export async function issueBearer(db: Knex, config: Config, userId: number): Promise<string> {
  const id = randomUUID();
  const expires = new Date(Date.now() + BEARER_DAYS * 86_400_000);
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

async function verified(config: Config, token: string): Promise<Claims | null> {
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

const MAX_KNOWN = 2_000;
const known = new WeakMap<Config, Map<string, Claims>>();

/** Verifies a token's signature once per process. The caller checks its row every time. */
export async function claimsOf(config: Config, token: string): Promise<Claims | null> {
  const seen = known.get(config) ?? new Map<string, Claims>();
  known.set(config, seen);
  const before = seen.get(token);
  if (before) return before;
  const claims = await verified(config, token);
  if (!claims) return null;
  if (seen.size >= MAX_KNOWN) seen.clear();
  seen.set(token, claims);
  return claims;
}

export const bearerIn = (header: string | undefined) => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1] ?? null;
